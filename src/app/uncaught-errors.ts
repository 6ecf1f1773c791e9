import type { QueryClient } from '@tanstack/react-query'
import { type CompanyConfig, PRODUCTION } from '#contract/config.ts'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import type { NotificationMessage } from '#src/ui/notifications/notifications.ts'

/** Exact texts of the specification, section 8. */
export const UNCAUGHT_MESSAGE = 'Error has occured'
export const FRONTEND_PREFIX = 'A Frontend Error has occured'

type UncaughtErrorPorts = {
  window: Pick<Window, 'addEventListener'>
  /** Account type NW and non-production see the error itself. */
  showsDetail: () => boolean
  log: (error: unknown) => void
  show: (message: NotificationMessage) => void
}

export function watchUncaughtErrors({ window, showsDetail, log, show }: UncaughtErrorPorts): void {
  const tell = (error: unknown) => {
    log(error)
    const detail = error instanceof Error ? error.message : String(error)
    show({
      message: showsDetail() ? `${FRONTEND_PREFIX}: ${detail}` : UNCAUGHT_MESSAGE,
      statusColor: 'error',
      timeoutLength: MESSAGE_TIMES_MS.uncaughtError,
      showInProduction: true,
    })
  }
  window.addEventListener('error', (event) => {
    // Browsers report this if a size changes twice in a frame; nothing has failed.
    if (!event.message.startsWith('ResizeObserver loop')) tell(event.error ?? event.message)
  })
  window.addEventListener('unhandledrejection', (event) => tell(event.reason))
}

/** From the build and the server's last reply (kept for an offline start); production until the server has replied. */
export const isProduction = (replies: QueryClient): boolean =>
  import.meta.env.PROD && (toldConfig(replies)?.app_env ?? PRODUCTION) === PRODUCTION

/** undefined until the server has replied. */
export const takesErrors = (replies: QueryClient): boolean | undefined => {
  const told = toldConfig(replies)
  return told && told.error_log === true
}

/** A kept reply may be an earlier server's. */
const toldConfig = (replies: QueryClient) => replies.getQueryData<Partial<CompanyConfig>>(queryKeys.config())
