import { createApiClient } from '#src/api/client.ts'
import { createPause } from '#src/api/pause.ts'
import { isPublicReply, queryKeys } from '#src/api/query-keys.ts'
import type { SessionState } from '#src/device/device.ts'
import { captureInstallPrompt } from '#src/features/install/install-prompt.ts'
import { greet } from '#src/features/session/greet.ts'
import { loadWithReload } from '#src/features/updates/lazy-with-reload.ts'
import { startUpdates } from '#src/features/updates/start-updates.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { openReplies } from './replies.ts'
import { findRoute } from './route-match.ts'
import { ROUTES } from './routes.tsx'
import { createSeam } from './seam.ts'
import { isProduction, watchUncaughtErrors } from './uncaught-errors.ts'

/** What began before anything rendered, for the parts that show it. */
export type Started = Awaited<ReturnType<typeof startApp>>

/** What tests replace. */
const PARTS = { startUpdates, loadMember: loadWithReload(() => import('./member/member.ts')) }

/** Runs once, before anything renders: some events come early and only once. */
export async function startApp(parts = PARTS) {
  const screen = fetchFirstScreen(window.location.pathname)
  // Nobody is signed in who could be signed out.
  const api = createApiClient({
    token: () => undefined,
    pause: createPause(Date.now),
    onForcedSignOut: () => {},
  })
  const replies = openReplies({ isKept: isPublicReply, storage: localStorage, now: Date.now }).client
  const company = document.getElementById('company')?.textContent
  // By the server with the page that it rendered, which can only be hydrated with the same.
  if (company) replies.setQueryData(queryKeys.config(), JSON.parse(company))
  const seam = createSeam({
    storage: localStorage,
    events: window,
    api,
    loadMember: parts.loadMember,
    log: logError,
  })
  const session = (): SessionState => {
    const side = seam.get()
    return side.status === 'signed-in' ? side.member.device.session.get() : side
  }

  // Users of account type NW, and anyone outside production, see what is meant for developers (specification, sections 4 and 8).
  const showsDetail = (): boolean => {
    const state = session()
    return !isProduction(replies) || (state.status === 'signed-in' && state.user.account_type === 'NW')
  }
  const tellMessages = () => notifications.setProduction(!showsDetail())
  tellMessages()
  seam.subscribe(tellMessages)
  replies.getQueryCache().subscribe(tellMessages)
  watchUncaughtErrors({ window, showsDetail, log: logError, show: notifications.show })
  // Before the device, which may take its time or fail: the offer to install comes once, and a newer build may mend it.
  const installPrompt = captureInstallPrompt(window)
  const updates = parts.startUpdates({
    workerErrors: (errors) => errors.forEach(logError),
    error: (code, error) => logError({ code, error }),
    warning: (code, error) => console.warn({ code, error }),
  })

  await seam.restore()
  greet({
    session,
    search: window.location.search,
    storage: sessionStorage,
    after: (delayMs, act) => void setTimeout(act, delayMs),
    notifications,
  })
  await readyToDraw(seam.get(), screen)
  return { seam, api, replies, installPrompt, updates }
}

/**
 * A visitor has the page before them already: it is hydrated once all of it can be. Who is signed in sees all of it at
 * once where it is on this device, and the shell first where it takes longer.
 */
async function readyToDraw(side: ReturnType<Started['seam']['get']>, screen: Promise<void>): Promise<void> {
  if (side.status === 'signed-out') return screen
  const read = side.member.readAhead(window.location.pathname)
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
