import { createContext, useContext } from 'react'
import type { User } from '#domain/user.ts'

/** Who is signed in, as the shell and its guards see it. `starting`: not known yet, the stored session is being read. */
export type Session =
  | {
      status: 'starting' | 'signed-out'
      user: undefined
      /** Whose session has ended in this page. */
      lastUserId?: string | undefined
    }
  | { status: 'signed-in'; user: Pick<User, 'id' | 'username' | 'acl_routes_available'> }

const SessionContext = createContext<Session>({ status: 'starting', user: undefined })

export const SessionProvider = SessionContext.Provider

export function useCurrentSession(): Session {
  return useContext(SessionContext)
}
