import { failureTimeMs, MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { OperationRefused, type RefusedCode } from '#domain/trollies/refused.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** How long it stays is decided by the call (domain/message-times.ts). One about a trolly closes when another page opens. */
export const showFailure = (error: unknown): void => {
  if (!(error instanceof ApiError || error instanceof OperationRefused)) return
  const isRefused = error instanceof OperationRefused
  notifications.show({
    message: messageOfError(error),
    statusCode: isRefused ? undefined : error.status,
    statusColor: 'error',
    timeoutLength: isRefused ? refusalTimeMs(error.code) : failureTimeMs(error.path),
    ofPage: isRefused,
    showInProduction: true,
  })
}

/** A trolly that refuses a change is a failed basket call to the person who made it. */
const refusalTimeMs = (code: RefusedCode): number =>
  OF_TEMPLATES.includes(code) ? MESSAGE_TIMES_MS.usual : MESSAGE_TIMES_MS.persistentFailure

const OF_TEMPLATES: readonly RefusedCode[] = [
  'template_unknown',
  'template_deleted',
  'template_held',
  'too_many_items',
]
