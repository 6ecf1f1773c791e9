import { createContext, useContext } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { joining } from '#contract/joining.ts'
import type { User } from '#domain/user.ts'
import type { Forced } from '#src/device/device.ts'

/** For visitors' pages, without a device or a database. */
export type Visit = {
  /** Why the last session ended without the user asking. */
  forced: Forced | null
  /** @throws ApiError: wrong_credentials, locked, rate_limited, no_reply … */
  signIn: (credentials: { email: string; password: string }) => Promise<User>
  /** The same by any other call that opens a session. @throws what `ask` throws */
  signInBy: (ask: () => Promise<{ user: User; token: string }>) => Promise<User>
  /** Opens a cash account and signs in. @throws ApiError: registration_refused, not_served, password_refused … */
  signUp: (body: BodyOf<typeof joining.registerCash>) => Promise<User>
  /** Reports the count of unsent operations on this device, now and on change. @returns a function that stops it */
  watchKeptWork: (tell: (operations: number) => void) => () => void
}

const VisitContext = createContext<Visit | undefined>(undefined)

export const VisitProvider = VisitContext.Provider

/** On a visitor's page only. @throws Error if signed in */
export const useVisit = (): Visit => {
  const visit = useContext(VisitContext)
  if (!visit) throw new Error('No VisitProvider above this component')
  return visit
}
