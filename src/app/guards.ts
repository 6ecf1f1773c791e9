import { sessionOfSearch } from '#src/features/search/search-session.ts'
import type { Access } from './route.ts'
import type { Session } from './session-context.ts'

/** Kept in the history entry of `/`, so that signing in leads back to where a visitor was going. */
export type ReturnState = {
  returnTo: string
  /** The user whose session ended there: it is nobody else's place to return to. */
  returnFor?: string
}

export type Verdict = { kind: 'open' } | { kind: 'redirect'; to: string; state?: ReturnState }

export const LANDING = '/'
export const HOME = '/home'
export const UNAUTHORISED = '/auth/unauthorised'
/** Public, but of no use to someone who is signed in. */
const SIGN_IN = '/auth/sign-in'

type GuardedVisit = {
  route: { path: string; access: Access }
  /** Where the visit goes: path, search and hash. */
  target: string
  /** What the history entry holds; anything at all. */
  state: unknown
  session: Session
}

/**
 * Whether a visit may go on (design, decision 9). Visitors of a signed-in route go to the landing page and return after
 * signing in, unless another user does; a signed-in user has no business on a visitor's route, nor at the sign-in; a route that
 * is not in the user's list is said to be so. Public and unguarded routes are open to anyone.
 */
export function guard({ route, target, state, session }: GuardedVisit): Verdict {
  const { user } = session
  if (route.access === 'anon' || route.path === SIGN_IN) {
    return user ? { kind: 'redirect', to: findReturn(state, user.id) ?? HOME } : { kind: 'open' }
  }
  if (route.access !== 'user') return { kind: 'open' }
  if (!user) {
    // A search that was left there ended with its session; a link that was never opened did not.
    const place = sessionOfSearch(state) === undefined ? target : target.replace(/[?#].*$/, '')
    return { kind: 'redirect', to: LANDING, state: returnState(place, session) }
  }
  // The page that says "not for you" must open for those it is not for, or it would send them to itself for ever.
  const isAllowed = route.path === UNAUTHORISED || user.acl_routes_available.includes(route.path)
  return isAllowed ? { kind: 'open' } : { kind: 'redirect', to: UNAUTHORISED }
}

const returnState = (returnTo: string, { lastUserId }: Extract<Session, { user: undefined }>): ReturnState =>
  lastUserId === undefined ? { returnTo } : { returnTo, returnFor: lastUserId }

/**
 * A path of this app that the history entry asks this user to return to. History survives reloads and builds: anything may
 * be in it.
 */
export function findReturn(state: unknown, userId: string): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined
  if ('returnFor' in state && state.returnFor !== userId) return undefined
  const { returnTo } = state
  return typeof returnTo === 'string' && /^\/(?!\/)/.test(returnTo) ? returnTo : undefined
}
