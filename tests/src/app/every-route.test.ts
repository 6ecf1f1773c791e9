import { describe, expect, it } from 'vitest'
import { routesAvailable } from '#domain/routes.ts'
import { ACCOUNT_TYPES, type AccountType } from '#domain/user.ts'
import { guard } from '#src/app/guards.ts'
import { ROUTES } from '#src/app/routes.tsx'

/**
 * Every route of the specification's section 2, as a visitor and as each account type. What is expected is written here and taken
 * from nowhere in the product.
 */

type Outcome = 'opens' | 'landing' | 'home' | 'product' | 'refused'

/** Who opens it; a visitor of a signed-in route goes to the landing page, a user of a visitor's route goes home. */
const ANON = { visitor: 'opens', users: 'home' } as const
/** A link to a product leads a user to the same one with its price. */
const PRODUCT = { visitor: 'opens', users: 'product' } as const
const PUBLIC = { visitor: 'opens', users: 'opens' } as const
/** Each user, whatever the list says. */
const USERS = { visitor: 'landing', users: 'opens' } as const
/** Those account types, unless the user has a list of their own; then whoever has it in the list, but for those who are denied. */
const byList = (byDefault: string, denied = '') => ({ visitor: 'landing', byDefault, denied }) as const

const EVERYBODY = 'C1 C2 DS ST AD NW'

const EXPECTED: Record<
  string,
  typeof ANON | typeof PRODUCT | typeof PUBLIC | typeof USERS | ReturnType<typeof byList>
> = {
  '/': ANON,
  '/home': byList(EVERYBODY),
  '/features': PUBLIC,
  '/information': PUBLIC,
  // Public in the specification; a user has no use for it.
  '/auth/sign-in': ANON,
  '/auth/update-user': PUBLIC,
  '/auth/forgotten-password': ANON,
  '/auth/password-reset': ANON,
  '/auth/reset-link-sent': ANON,
  '/auth/reset-password': ANON,
  '/auth/maintenance': byList(EVERYBODY),
  '/auth/unauthorised': USERS,
  '/unauthorised': ANON,
  '/rate-limited': ANON,
  '/maintenance': ANON,
  '/postcode-request': ANON,
  '/request': ANON,
  '/sign-up': ANON,
  '/product-catalogue': ANON,
  // Not in the specification.
  '/product-catalogue/product-{id}': PRODUCT,
  '/other/product-catalogue': byList(EVERYBODY),
  '/other/account': byList(EVERYBODY),
  '/other/faq': byList(EVERYBODY),
  '/other/settings': byList(EVERYBODY),
  '/accounts/copy-invoice-statement': byList(EVERYBODY),
  '/accounts/delivery-addresses': byList(EVERYBODY),
  '/distributor/distributor-customer-codes': byList('DS ST AD NW'),
  '/distributor/distributor-product-codes': byList('DS ST AD NW'),
  '/maintenance/agent-alerts': byList('ST AD NW'),
  '/maintenance/agent-maintenance': PUBLIC,
  '/maintenance/bill-agent': byList('ST AD NW'),
  // Not in the specification: the office decides what customers claim.
  '/maintenance/claims': byList('ST AD NW'),
  '/maintenance/collection-addresses': PUBLIC,
  '/maintenance/delivery-postcodes': byList('ST AD NW'),
  '/maintenance/discounts': byList('ST AD NW'),
  '/maintenance/faq-maintenance': byList('ST AD NW'),
  '/maintenance/postcodes': byList('ST AD NW'),
  '/maintenance/safety-notices': byList('ST AD NW'),
  '/maintenance/server-maintenance': byList('AD NW'),
  '/maintenance/user-account-requests': byList('ST AD NW'),
  '/maintenance/user-maintenance': byList('AD NW'),
  '/orders': byList(EVERYBODY),
  '/orders/active-orders': byList(EVERYBODY),
  '/orders/favourites': byList(EVERYBODY),
  '/orders/history': byList(EVERYBODY),
  '/orders/{name}-orders': byList(EVERYBODY),
  '/orders/templates': byList(EVERYBODY),
  // Not in the specification: one's own, unlike the report.
  '/orders/stock-alerts': byList(EVERYBODY),
  // Not in the specification: who may open a template may count by it.
  '/orders/relay': byList(EVERYBODY),
  '/orders/templates/count-{id}': byList(EVERYBODY),
  '/orders/create-{id}': byList(EVERYBODY),
  '/orders/history-{id}': byList(EVERYBODY),
  '/orders/templates-{id}': byList(EVERYBODY),
  '/orders/create/search-{id}': byList(EVERYBODY),
  '/orders/create/search/product-{id}': byList(EVERYBODY),
  '/orders/create/search/checkout-{id}': byList(EVERYBODY),
  '/payments/payment-{id}': PUBLIC,
  '/reports/customer-activity': byList('C2 DS ST AD NW'),
  '/reports/orders-per-day': byList('C2 DS ST AD NW'),
  '/reports/product-search-analysis': byList('C2 DS ST AD NW', 'C1'),
  '/reports/stock-alerts': byList('C2 DS ST AD NW', 'C1'),
}

const PATHS = Object.keys(EXPECTED)

/** @param own the user's list, as the office has set it; null: none */
const visit = (path: string, who?: { accountType: AccountType; own: readonly string[] | null }): Outcome => {
  const route = ROUTES.find((each) => each.path === path)
  if (!route) throw new Error(`No route ${path}`)
  const user = who && {
    id: '1',
    username: 'Sam',
    acl_routes_available: routesAvailable(who.accountType, who.own),
  }
  const sent = guard({ route, target: path, state: null, session: { user } })
  if (sent === undefined) return 'opens'
  const outcome = PLACES[sent.to]
  if (!outcome) throw new Error(`${path} leads to ${sent.to}`)
  return outcome
}

const PLACES: Record<string, Outcome> = {
  '/': 'landing',
  '/home': 'home',
  '/auth/unauthorised': 'refused',
  '/orders/create/search/product-{id}': 'product',
}

it('lists every route once', () => {
  expect(ROUTES.map(({ path }) => path).toSorted()).toEqual(PATHS.toSorted())
})

it('all seven layouts are in use', () => {
  const layouts = new Set(ROUTES.map(({ layout }) => layout))
  // The seventh, error, is of paths without a route and of failed pages (route-page.test.tsx). A page without one is bare.
  expect([...layouts].toSorted()).toEqual([
    'anonymous',
    'bare',
    'catalogue',
    'checkout',
    'default',
    'productsearch',
    'signup',
  ])
})

describe.each(PATHS)('%s', (path) => {
  const expected = EXPECTED[path] ?? ANON
  /** What a user's list names. */
  const listed = ROUTES.find((each) => each.path === path)?.partOf ?? path

  it('a visitor', () => expect(visit(path)).toBe(expected.visitor))

  it.each(ACCOUNT_TYPES)('%s without a list of their own', (accountType) => {
    const opens = 'users' in expected || expected.byDefault.includes(accountType)
    const otherwise = 'users' in expected ? expected.users : 'opens'
    expect(visit(path, { accountType, own: null })).toBe(opens ? otherwise : 'refused')
  })

  it.each(ACCOUNT_TYPES)('%s with a list that has it', (accountType) => {
    const isDenied = 'denied' in expected && expected.denied.includes(accountType)
    const outcome = 'users' in expected ? expected.users : isDenied ? 'refused' : 'opens'
    expect(visit(path, { accountType, own: ['/home', listed] })).toBe(outcome)
  })

  it.each(ACCOUNT_TYPES)('%s with a list that lacks it', (accountType) => {
    const outcome = 'users' in expected ? expected.users : 'refused'
    const own = PATHS.filter((each) => each !== listed)
    expect(visit(path, { accountType, own })).toBe(outcome)
    expect(visit(path, { accountType, own: [] })).toBe(outcome)
  })
})
