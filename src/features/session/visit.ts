import { createContext, useContext } from 'react'
import type { User } from '#domain/user.ts'
import type { Forced } from '#src/device/device.ts'

/** What the pages of someone who is not signed in know and can do. They have no device and no database. */
export type Visit = {
  /** Why the session before ended without its owner asking. */
  forced: Forced | null
  /** @throws ApiError: wrong_credentials, locked, rate_limited, no_reply … */
  signIn: (credentials: { email: string; password: string }) => Promise<User>
  /** Tells how many unsent operations this device keeps, now and after each change. @returns ends it */
  watchKeptWork: (tell: (operations: number) => void) => () => void
}

const VisitContext = createContext<Visit | undefined>(undefined)

export const VisitProvider = VisitContext.Provider

/** On a visitor's page only. @throws Error where somebody is signed in */
export const useVisit = (): Visit => {
  const visit = useContext(VisitContext)
  if (!visit) throw new Error('No VisitProvider above this component')
  return visit
}
