import { createSafeContext } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { auth } from '#contract/auth.ts'
import type { User } from '#domain/user.ts'
import type { ApiClient } from '#src/api/client.ts'
import type { Forced } from '#src/device/device.ts'
import { createStore, type Store } from '#src/state/store.ts'
import { findSession, SESSION_KEYS, type Session, storeSession } from '#src/store/device/session.ts'
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
  /** Opens a stored session, if any. @throws ChunkLoadError */
  restore: () => Promise<void>
  /** @throws ApiError: wrong_credentials, locked, rate_limited, no_reply …; ChunkLoadError */
  signIn: (credentials: { email: string; password: string }) => Promise<User>
}

export type SessionsPorts = {
  storage: Storage
  /** Where "storage" events of other tabs arrive. */
  events: EventTarget
  api: ApiClient
  loadMember: () => Promise<{ openMember: (session: Session, how: { restored: boolean }) => Member }>
  log: (error: unknown) => void
}

export const createSessions = ({ storage, events, api, loadMember, log }: SessionsPorts): Sessions => {
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

  events.addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === SESSION_KEYS.token) open(false).catch(log)
  })

  return {
    get: side.get,
    subscribe: side.subscribe,
    restore: () => open(true),
    signIn: async (credentials) => {
      const [session] = await Promise.all([api.call(auth.signIn, { body: credentials }), loadMember()])
      storeSession(storage, session)
      await open(false)
      return session.user
    },
  }
}

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
