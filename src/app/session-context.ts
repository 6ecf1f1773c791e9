import { createContext, useContext } from 'react'
import type { User } from '#domain/user.ts'

export type Session =
  | {
      status: 'signed-out'
      user: undefined
      /** The user whose session ended in this page. */
      lastUserId?: string | undefined
    }
  | { status: 'signed-in'; user: Pick<User, 'id' | 'username' | 'acl_routes_available'> }

const SessionContext = createContext<Session>({ status: 'signed-out', user: undefined })

export const SessionProvider = SessionContext.Provider

export const useCurrentSession = (): Session => useContext(SessionContext)
