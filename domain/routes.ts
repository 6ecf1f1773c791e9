import { ORDER_LIST_NAMES } from './order.ts'
import { findRoute } from './route-match.ts'
import { type AccountType, mayReport } from './user.ts'

/** Signed-in routes (specification, section 2): the values of `acl_routes_available`. */

const EVERYONE = [
  '/home',
  '/auth/maintenance',
  '/auth/unauthorised',
  '/other/product-catalogue',
  '/other/account',
  '/other/faq',
  '/other/settings',
  '/accounts/copy-invoice-statement',
  '/accounts/delivery-addresses',
  '/orders',
  '/orders/active-orders',
  '/orders/favourites',
  '/orders/history',
  '/orders/stock-alerts',
  '/orders/{name}-orders',
  '/orders/templates',
  '/orders/create-{id}',
  '/orders/history-{id}',
  '/orders/templates-{id}',
  '/orders/create/search-{id}',
  '/orders/create/search/product-{id}',
  '/orders/create/search/checkout-{id}',
] as const

const REPORTS = [
  '/reports/customer-activity',
  '/reports/orders-per-day',
  '/reports/product-search-analysis',
  '/reports/stock-alerts',
] as const

const DISTRIBUTION = [
  '/distributor/distributor-customer-codes',
  '/distributor/distributor-product-codes',
] as const

const TRADE_MAINTENANCE = [
  '/maintenance/agent-alerts',
  '/maintenance/bill-agent',
  '/maintenance/claims',
  '/maintenance/delivery-postcodes',
  '/maintenance/discounts',
  '/maintenance/faq-maintenance',
  '/maintenance/postcodes',
  '/maintenance/safety-notices',
  '/maintenance/user-account-requests',
] as const

const SYSTEM_MAINTENANCE = ['/maintenance/server-maintenance', '/maintenance/user-maintenance'] as const

export const GUARDED_ROUTES = [
  ...EVERYONE,
  ...REPORTS,
  ...DISTRIBUTION,
  ...TRADE_MAINTENANCE,
  ...SYSTEM_MAINTENANCE,
] as const
export type GuardedRoute = (typeof GUARDED_ROUTES)[number]

/** Pages within another, which decides who may open them: no user's list names these. */
const PARTS = ['/orders/relay', '/orders/templates/count-{id}'] as const

/** Those that need no session, or whose calls decide. */
export const OPEN_ROUTES = [
  '/',
  '/features',
  '/information',
  '/auth/sign-in',
  '/auth/update-user',
  '/auth/forgotten-password',
  '/auth/password-reset',
  '/auth/reset-link-sent',
  '/auth/reset-password',
  '/unauthorised',
  '/rate-limited',
  '/maintenance',
  '/maintenance/agent-maintenance',
  '/maintenance/collection-addresses',
  '/payments/payment-{id}',
  '/postcode-request',
  '/product-catalogue',
  '/product-catalogue/product-{id}',
  '/request',
  '/sign-up',
] as const

const PAGES = [...OPEN_ROUTES, ...GUARDED_ROUTES, ...PARTS].map((path) => ({
  path,
  values: path === '/orders/{name}-orders' ? ORDER_LIST_NAMES : undefined,
}))

/** Whether the app has a page at this path. */
export const isPage = (pathname: string): boolean => findRoute(PAGES, pathname) !== undefined

export const DEFAULT_ROUTES: Record<AccountType, readonly GuardedRoute[]> = {
  C1: EVERYONE,
  C2: [...EVERYONE, ...REPORTS],
  DS: [...EVERYONE, ...REPORTS, ...DISTRIBUTION],
  ST: [...EVERYONE, ...REPORTS, ...DISTRIBUTION, ...TRADE_MAINTENANCE],
  AD: GUARDED_ROUTES,
  NW: GUARDED_ROUTES,
}

/** C1's denied reports (specification, section 6), whatever the user's own list says. */
const DENIED_TO_C1: readonly string[] = ['/reports/product-search-analysis', '/reports/stock-alerts']

/** The user's own list, or the account type's defaults. An empty list allows nothing. */
export const routesAvailable = (accountType: AccountType, own: readonly string[] | null): string[] =>
  (own ?? DEFAULT_ROUTES[accountType]).filter(
    (route) => mayReport(accountType) || !DENIED_TO_C1.includes(route),
  )
