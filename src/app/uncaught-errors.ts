import type { QueryClient } from '@tanstack/react-query'
import { type CompanyConfig, PRODUCTION } from '#contract/config.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { type NotificationMessage, PERSISTENT } from '#src/ui/notifications/notifications.ts'

/** Texts of the specification, section 8. */
export const UNCAUGHT_MESSAGE = 'Error has occured'
export const FRONTEND_PREFIX = 'A Frontend Error has occured'

type UncaughtErrorPorts = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** Users of account type NW, and anyone outside production, see the error itself. */
  showsDetail: () => boolean
  log: (error: unknown) => void
  show: (message: NotificationMessage) => void
}

/** Tells of errors that nobody caught, until the function returned is called. They never pass in silence. */
export function watchUncaughtErrors({ window, showsDetail, log, show }: UncaughtErrorPorts): () => void {
  const tell = (error: unknown) => {
    log(error)
    const detail = error instanceof Error ? error.message : String(error)
    show({
      message: showsDetail() ? `${FRONTEND_PREFIX}: ${detail}` : UNCAUGHT_MESSAGE,
      statusColor: 'error',
      timeoutLength: PERSISTENT,
      showInProduction: true,
    })
  }
  const onError = (event: ErrorEvent) => {
    // Browsers report this one where a size changes twice in a frame; nothing has failed.
    if (!event.message.startsWith('ResizeObserver loop')) tell(event.error ?? event.message)
  }
  const onRejection = (event: PromiseRejectionEvent) => tell(event.reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/**
 * Whether this is the product as customers have it: by the build, and by what the server last said of itself, which is kept
 * for a start without signal. A server that has not been asked yet counts as production.
 */
export const isProduction = (replies: QueryClient): boolean => {
  const told = replies.getQueryData<Partial<CompanyConfig>>(queryKeys.config())
  return import.meta.env.PROD && (told?.app_env ?? PRODUCTION) === PRODUCTION
}
