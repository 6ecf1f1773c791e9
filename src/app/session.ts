import { createSafeContext } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { auth } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { joining } from '#contract/joining.ts'
import type { User } from '#domain/user.ts'
import type { ApiClient } from '#src/api/client.ts'
import type { Forced } from '#src/device/device.ts'
import { createStore, type Store } from '#src/state/store.ts'
import {
  clearSession,
  findSession,
  SESSION_KEYS,
  type Session,
  storeSession,
} from '#src/store/device/session.ts'
import { CURRENT, type SessionRow } from '#src/store/device/session-rows.ts'
import type { Member } from './member/member.ts'
import type { LayoutName } from './route.ts'

/** The visitor's tree has no database; the member's has an open device. */
export type AppSession = VisitorSession | { status: 'signed-in'; member: Member }

export type VisitorSession = {
  status: 'signed-out'
  /** Why the last session ended without the user asking. */
  forced: Forced | null
  lastUserId: string | undefined
}

export const NOBODY: VisitorSession = { status: 'signed-out', forced: null, lastUserId: undefined }

/** Switches trees at sign-in and at the session's end, here or in another tab. */
export type Sessions = Pick<Store<AppSession>, 'get' | 'subscribe'> & {
  /** Opens a stored session, unless the device's database knows that it has ended. @throws ChunkLoadError */
  restore: () => Promise<void>
  /** @throws ApiError: wrong_credentials, locked, rate_limited, no_reply …; ChunkLoadError */
  signIn: (credentials: { email: string; password: string }) => Promise<User>
  /** The same by any other call that opens a session. @throws what `ask` throws; ChunkLoadError */
  signInBy: (ask: () => Promise<Session>) => Promise<User>
  /** Opens a cash account. @throws ApiError: registration_refused, not_served, password_refused …; ChunkLoadError */
  signUp: (body: BodyOf<typeof joining.registerCash>) => Promise<User>
}

export type SessionsPorts = {
  storage: Storage
  /** Where "storage" events of other tabs arrive. */
  events: EventTarget
  api: ApiClient
  /** undefined: the database does not tell. */
  readSessionRows: () => Promise<SessionRow[] | undefined>
  loadMember: () => Promise<MemberModule>
  log: (error: unknown) => void
}

type MemberModule = {
  openMember: (session: Session, how: { restored: boolean }) => Member
  /** Once it resolves, a start restores the session, however the browser ends. */
  keepSession: (session: Session) => Promise<void>
  /** The server is told of them when it can be reached. */
  endSession: (unrevoked: readonly Omit<SessionRow, 'name'>[]) => Promise<void>
}

/** A database that is blocked keeps nobody from signing in. */
const KEPT_WITHIN_MS = 1_000
/** Another tab that restores the session too may just be writing its row. */
const WRITTEN_WITHIN_MS = 200

export const createSessions = (ports: SessionsPorts): Sessions => {
  const { storage, events, api, loadMember, log } = ports
  const side = createStore<AppSession>(NOBODY)

  const findWaiting = () => (side.get().status === 'signed-out' ? findSession(storage) : undefined)

  const open = async (restored: boolean): Promise<void> => {
    if (!findWaiting()) return
    const { openMember } = await loadMember()
    // While it loaded, another session may have opened, or this one ended.
    const session = findWaiting()
    if (!session) return
    const member = openMember(session, { restored })
    side.set({ status: 'signed-in', member })
    const { get, subscribe } = member.device.session
    const stop = subscribe(() => {
      const state = get()
      if (state.status === 'signed-in') return
      stop()
      side.set({ status: 'signed-out', forced: state.forced, lastUserId: session.user.id })
      // Someone else may have signed in.
      open(false).catch(log)
    })
  }

  const findRow = async (): Promise<SessionRow | undefined | 'unknown'> => {
    const rows = await ports.readSessionRows()
    return rows ? rows.find(({ name }) => name === CURRENT) : 'unknown'
  }

  const findRowOf = async ({ user }: Session): ReturnType<typeof findRow> => {
    const row = await findRow()
    if (row === 'unknown' || row?.userId === user.id) return row
    await after(WRITTEN_WITHIN_MS)
    return findRow()
  }

  const restore = async (): Promise<void> => {
    const session = findWaiting()
    if (!session) return
    const [row, { endSession }] = await Promise.all([findRowOf(session), loadMember()])
    // Another tab has ended it meanwhile, or begun another.
    if (findSession(storage)?.token !== session.token) return restore()
    if (row !== 'unknown' && row?.userId !== session.user.id) {
      const { user, token } = session
      clearSession(storage)
      return endSession([{ userId: user.id, token }, ...(row ? [row] : [])]).catch(log)
    }
    // This user's last sign-in had not reached local storage.
    if (row !== 'unknown' && row.token !== session.token)
      storeSession(storage, { ...session, token: row.token })
    await open(true)
  }

  const begin = async (ask: () => Promise<Session>): Promise<User> => {
    const [session, { keepSession }] = await Promise.all([ask(), loadMember()])
    await Promise.race([keepSession(session).catch(log), after(KEPT_WITHIN_MS)])
    storeSession(storage, session)
    await open(false)
    return session.user
  }

  events.addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === SESSION_KEYS.token) open(false).catch(log)
  })

  return {
    get: side.get,
    subscribe: side.subscribe,
    restore,
    signInBy: begin,
    signIn: (body) => begin(() => api.call(auth.signIn, { body })),
    // A script that cannot load must not leave an account behind that nobody is told of.
    signUp: async (body) => {
      const [{ joining }] = await Promise.all([import('#contract/joining.ts'), loadMember()])
      return begin(() => api.call(joining.registerCash, { body }))
    },
  }
}

const after = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

export type PageSession = {
  user: Pick<User, 'id' | 'username' | 'acl_routes_available'> | undefined
  /** The user whose session ended in this page. */
  lastUserId?: string | undefined
}

export type ShellProps = {
  layout: LayoutName
  /** undefined if no route matches. */
  pattern?: string | undefined
  banner: ReactNode
  children: ReactNode
}

/** What the visitor's and the member's tree each give to every page. */
export type Tree = {
  session: PageSession
  Shell: ComponentType<ShellProps>
  /** Resolves once the page can be drawn complete. */
  readAhead?: ((pathname: string) => Promise<void>) | undefined
}

export const [TreeProvider, useTree] = createSafeContext<Tree>('No TreeProvider above this component')
