import { sessionOfSearch } from '#src/features/search/request/search-session.ts'
import type { Route } from './route.ts'
import type { PageSession } from './session.ts'

/** In the history entry of `/`, so that signing in returns to the page a visitor wanted. */
export type ReturnState = {
  returnTo: string
  /** The user whose session ended there; nobody else returns to it. */
  returnFor?: string
}

export type Redirect = { to: string; state?: ReturnState }

const LANDING = '/'
const HOME = '/home'
const UNAUTHORISED = '/auth/unauthorised'
const SIGN_IN = '/auth/sign-in'

type GuardedVisit = {
  route: Pick<Route, 'path' | 'access' | 'partOf'>
  /** Path, search and hash. */
  target: string
  /** From the history entry, so it may be anything. */
  state: unknown
  session: PageSession
}

/**
 * Decision 9 of the design: visitors of a signed-in route go to the landing page and return after signing in, unless
 * another user does; signed-in users are kept from visitors' routes and the sign-in; a route outside the user's list is
 * refused. undefined: the page opens.
 */
export function guard({ route, target, state, session }: GuardedVisit): Redirect | undefined {
  const { user } = session
  if (route.access === 'anon' || route.path === SIGN_IN) {
    return user && { to: findReturn(state, user.id) ?? memberPageOf(target) }
  }
  if (route.access !== 'user') return undefined
  if (!user) {
    // A search that was left there ended with its session; a link never opened did not.
    const place = sessionOfSearch(state) === undefined ? target : target.replace(/[?#].*$/, '')
    return { to: LANDING, state: returnState(place, session) }
  }
  // The refusal page itself must always open, or it would redirect to itself for ever.
  const isAllowed =
    route.path === UNAUTHORISED || user.acl_routes_available.includes(route.partOf ?? route.path)
  return isAllowed ? undefined : { to: UNAUTHORISED }
}

/** A link to a product leads to the same product with its price. */
const memberPageOf = (target: string): string =>
  target.startsWith(PUBLIC_PRODUCT) ? `${PRODUCT}${target.slice(PUBLIC_PRODUCT.length)}` : HOME

const PUBLIC_PRODUCT = '/product-catalogue/product-'
const PRODUCT = '/orders/create/search/product-'

const returnState = (returnTo: string, { lastUserId }: PageSession): ReturnState =>
  lastUserId === undefined ? { returnTo } : { returnTo, returnFor: lastUserId }

/** A path of this app for this user. History survives reloads and builds, so anything may be in it. */
export function findReturn(state: unknown, userId: string): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined
  if ('returnFor' in state && state.returnFor !== userId) return undefined
  const { returnTo } = state
  return typeof returnTo === 'string' && /^\/(?!\/)/.test(returnTo) ? returnTo : undefined
}
