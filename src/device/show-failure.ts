import { OperationRefused } from '#domain/trollies/append.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { notifications, PERSISTENT } from '#src/ui/notifications/notifications.ts'

/** Stays until dismissed (specification, section 8), or until another page opens if it concerns one trolly. */
export const showFailure = (error: unknown): void => {
  if (!(error instanceof ApiError || error instanceof OperationRefused)) return
  notifications.show({
    message: messageOfError(error),
    statusCode: error instanceof ApiError ? error.status : undefined,
    statusColor: 'error',
    timeoutLength: PERSISTENT,
    ofPage: error instanceof OperationRefused,
    showInProduction: true,
  })
}
