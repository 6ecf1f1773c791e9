import { isPublicReply } from '#src/api/query-keys.ts'
import type { Device, SessionState } from '#src/device/device.ts'
import { captureInstallPrompt, type InstallPrompt } from '#src/features/install/install-prompt.ts'
import { greet } from '#src/features/session/greet.ts'
import { startUpdates, type Updates } from '#src/features/updates/start-updates.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import type { ReplyCache } from './reply-cache.ts'
import { findRoute } from './route-match.ts'
import { ROUTES } from './routes.tsx'
import { isProduction, seesDetail } from './sees-detail.ts'
import { type StartedDevice, startThisDevice } from './start-device.ts'
import { watchUncaughtErrors } from './uncaught-errors.ts'
import { requireUserParts } from './user-parts.ts'

/** What began before anything rendered, for the parts that show it. */
export type Started = StartedDevice & { updates: Updates; installPrompt: InstallPrompt }

/** What it starts, for tests to replace. */
const PARTS = { startUpdates, startThisDevice }

/** Runs once, before anything renders: some events come early and only once. */
export async function startApp(parts = PARTS): Promise<Started> {
  const screen = fetchFirstScreen(window.location.pathname)
  let session: Device['session'] | undefined
  let replies: ReplyCache['client'] | undefined
  const showsDetail = () => seesDetail({ isProduction: isProduction(replies), session: session?.get() })
  const tellMessages = () => notifications.setProduction(!showsDetail())
  tellMessages()
  watchUncaughtErrors({ window, showsDetail, log: logError, show: notifications.show })
  // Before the device, which may take its time or fail: the offer to install comes once, and a newer build may mend it.
  const installPrompt = captureInstallPrompt(window)
  const updates = parts.startUpdates({
    workerErrors: (errors) => errors.forEach(logError),
    error: (code, error) => logError({ code, error }),
    warning: (code, error) => console.warn({ code, error }),
  })
  const started = await parts.startThisDevice(logError)
  session = started.device.session
  replies = started.replies.client
  session.subscribe(tellMessages)
  replies.getQueryCache().subscribe(({ query }) => {
    if (isPublicReply(query.queryKey)) tellMessages()
  })
  tellMessages()
  greet({
    session: started.device.session.get,
    search: window.location.search,
    storage: sessionStorage,
    after: (delayMs, act) => void setTimeout(act, delayMs),
    notifications,
  })
  await readyToDraw(started.device.session.get(), screen)
  return { ...started, installPrompt, updates }
}

/**
 * A visitor has the page before them already: it is drawn over once all of it can be. Who is signed in sees all of it at
 * once where it is on this device, and the shell first where it takes longer.
 */
async function readyToDraw(session: SessionState, screen: Promise<void>): Promise<void> {
  if (session.status === 'signed-out') return screen
  const read = requireUserParts().readAhead(window.location.pathname, session.device.database)
  await Promise.race([Promise.all([screen, read]), after(DRAWN_WITHIN_MS)])
}

const DRAWN_WITHIN_MS = 400

const after = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/** Alongside what the session needs, not after it. Where it cannot be had, the screen says so when it is to be shown. */
async function fetchFirstScreen(pathname: string): Promise<void> {
  await findRoute(ROUTES, pathname)
    ?.route.load?.()
    .catch(() => {})
}

function logError(error: unknown): void {
  console.error(error)
}
