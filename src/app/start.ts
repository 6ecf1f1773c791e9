import { findRoute } from '#domain/route-match.ts'
import type { PageReply } from '#domain/visitor-pages.ts'
import { createApiClient } from '#src/api/client.ts'
import { noteError, noteFailure, reportFailuresTo } from '#src/api/failures.ts'
import { PUBLIC_REPLIES, queryKeys, replyKey } from '#src/api/query-keys.ts'
import type { SessionState } from '#src/device/device.ts'
import { captureInstallPrompt } from '#src/features/install/install-prompt.ts'
import { greet } from '#src/features/session/greet.ts'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { startUpdates } from '#src/features/updates/updates.ts'
import { findSession } from '#src/store/device/session.ts'
import { readSessionRows } from '#src/store/device/session-rows.ts'
import { webStorage } from '#src/store/device/web-storage.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { watchEndedSessions } from './ended-sessions.ts'
import { openReplies } from './replies.ts'
import { ROUTES } from './routes.tsx'
import { createSessions } from './session.ts'
import { isProduction, takesErrors, watchUncaughtErrors } from './uncaught-errors.ts'

export type Started = Awaited<ReturnType<typeof startApp>>

/** Replaced in tests. */
const PARTS = {
  startUpdates,
  watchEndedSessions,
  loadMember: loadWithReload(() => import('./member/member.ts')),
}

/** Runs once, before rendering: some events come early and only once. */
export async function startApp(parts = PARTS) {
  // scroll-memory.ts restores the position.
  window.history.scrollRestoration = 'manual'
  const screen = fetchFirstScreen(window.location.pathname)
  // There is no session to end.
  const api = createApiClient({ token: () => undefined, onUnauthenticated: () => {} })
  const replies = openReplies({ kept: PUBLIC_REPLIES }).client
  const company = document.getElementById('company')?.textContent
  // The server's rendered page can only be hydrated with the same data.
  if (company) replies.setQueryData(queryKeys.config(), JSON.parse(company))
  const known = JSON.parse(document.getElementById('replies')?.textContent || '[]') as PageReply[]
  for (const { path, asked, reply } of known) replies.setQueryData(replyKey({ path }, asked), reply)
  const sessions = createSessions({
    storage: webStorage('localStorage'),
    events: window,
    api,
    readSessionRows: () => readSessionRows(indexedDB),
    loadMember: parts.loadMember,
    log: logError,
  })
  const session = (): SessionState => {
    const side = sessions.get()
    return side.status === 'signed-in' ? side.member.device.session.get() : side
  }

  reportFailuresTo((failure) => {
    if (takesErrors(replies) === false) return
    const about = aboutPage(session())
    const stored = findSession(webStorage('localStorage'))
    const secrets = stored ? [stored.token, stored.user.email, stored.user.username] : []
    loadErrorLog(() => takesErrors(replies)).then(
      (report) => report(failure, { about, secrets }),
      () => {},
    )
  })

  // Account type NW and non-production show developers' messages (specification, sections 4 and 8).
  const showsDetail = (): boolean => {
    const state = session()
    return !isProduction(replies) || (state.status === 'signed-in' && state.user.account_type === 'NW')
  }
  const tellMessages = () => notifications.setProduction(!showsDetail())
  tellMessages()
  sessions.subscribe(tellMessages)
  replies.getQueryCache().subscribe(tellMessages)
  watchUncaughtErrors({ window, showsDetail, log: logError, show: notifications.show })
  // Before the device, which may be slow or fail: the install offer comes once, and a newer build may fix the failure.
  const installPrompt = captureInstallPrompt(window)
  const updates = parts.startUpdates({
    workerErrors: (errors) => {
      for (const { buildId, ...error } of errors) {
        console.error({ buildId, ...error })
        noteFailure({ level: 'Error', build: buildId, ...error })
      }
    },
    error: (code, error) => {
      console.error({ code, error })
      noteError(error, code)
    },
    warning: (code, error) => console.warn({ code, error }),
  })

  await sessions.restore()
  parts.watchEndedSessions()
  greet({
    session,
    search: window.location.search,
    storage: webStorage('sessionStorage'),
    after: (delayMs, act) => void setTimeout(act, delayMs),
    notifications,
  })
  await readyToDraw(sessions.get(), screen)
  return { sessions, api, replies, installPrompt, updates }
}

/** Visitors hydrate the server's page once complete; signed-in users wait only for data on the device. */
async function readyToDraw(
  side: ReturnType<Started['sessions']['get']>,
  screen: Promise<void>,
): Promise<void> {
  if (side.status === 'signed-out') return screen
  const read = side.member.readAhead(window.location.pathname)
  await Promise.race([Promise.all([screen, read]), after(DRAWN_WITHIN_MS)])
}

const DRAWN_WITHIN_MS = 400

const after = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/** In parallel with the session. A failed load is reported when the screen shows. */
async function fetchFirstScreen(pathname: string): Promise<void> {
  await findRoute(ROUTES, pathname)
    ?.route.load?.()
    .catch(() => {})
}

function logError(error: unknown): void {
  console.error(error)
  noteError(error)
}

type ErrorLog = ReturnType<typeof import('#src/api/error-log.ts').createErrorLog>
let errorLog: Promise<ErrorLog> | undefined

/** Loaded with the first failure, since most visits have none (budget: an open trolly's script). */
const loadErrorLog = (isOn: () => boolean | undefined): Promise<ErrorLog> => {
  errorLog ??= import('#src/api/error-log.ts').then(({ createErrorLog }) =>
    createErrorLog({ isOn, now: Date.now }),
  )
  return errorLog
}

/** The page, browser, build and user of a failure. */
function aboutPage(state: SessionState) {
  return {
    route: findRoute(ROUTES, window.location.pathname)?.route.path ?? 'none',
    browser: navigator.userAgent.slice(0, 400),
    build: document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development',
    ...(state.status === 'signed-in' && { userId: state.user.id, accountType: state.user.account_type }),
  }
}
