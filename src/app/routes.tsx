import type { ComponentType } from 'react'
import { lazyWithReload } from '#src/features/updates/lazy-with-reload.ts'
import type { ParamsOf } from './route-match.ts'

/** anon: visitors only · user: signed in · public: anyone · none: unguarded, its calls decide (specification section 2). */
export type Access = 'anon' | 'user' | 'public' | 'none'

export type LayoutName =
  | 'anonymous'
  | 'catalogue'
  | 'checkout'
  | 'default'
  | 'error'
  | 'productsearch'
  | 'signup'
  | 'bare'

export type Route = {
  /** The specification's pattern, which is also what stands in a user's acl_routes_available. */
  path: string
  access: Access
  layout: LayoutName
  /** Absent until the story that builds it: the route then shows "Page Not Found", and no navigation leads to it. */
  Screen?: ComponentType<Record<string, string>>
  /** Fetches the screen ahead of its being shown. */
  load?: () => Promise<unknown>
  values?: readonly string[]
}

/** Every route there is. The order says nothing; see route-match.ts for which row a path means. */
export const ROUTES: readonly Route[] = [
  route('/', 'anon', 'anonymous', () => import('#src/screens/index.tsx')),
  route('/home', 'user', 'default', () => import('#src/screens/home.tsx')),
  route('/features', 'public', 'default'),
  route('/information', 'public', 'default'),

  route('/auth/sign-in', 'public', 'anonymous', () => import('#src/screens/auth/sign-in.tsx')),
  route('/auth/update-user', 'public', 'default'),
  route('/auth/forgotten-password', 'anon', 'anonymous'),
  route('/auth/password-reset', 'anon', 'default'),
  route('/auth/reset-link-sent', 'anon', 'default'),
  route('/auth/reset-password', 'anon', 'default'),
  route('/auth/maintenance', 'user', 'bare', () => import('#src/screens/auth/maintenance.tsx')),
  route('/auth/unauthorised', 'user', 'default', () => import('#src/screens/auth/unauthorised.tsx')),
  route('/unauthorised', 'anon', 'default', () => import('#src/screens/unauthorised.tsx')),
  route('/rate-limited', 'anon', 'default', () => import('#src/screens/rate-limited.tsx')),
  route('/maintenance', 'anon', 'anonymous', () => import('#src/screens/maintenance.tsx')),
  route('/postcode-request', 'anon', 'default'),
  route('/request', 'anon', 'default'),
  route('/sign-up', 'anon', 'signup'),

  route('/product-catalogue', 'anon', 'catalogue'),
  route('/other/product-catalogue', 'user', 'catalogue'),
  route('/other/account', 'user', 'default', () => import('#src/screens/other/account.tsx')),
  route('/other/faq', 'user', 'default', () => import('#src/screens/other/faq.tsx')),
  route('/other/settings', 'user', 'default', () => import('#src/screens/other/settings.tsx')),
  route('/accounts/copy-invoice-statement', 'user', 'default'),
  route('/accounts/delivery-addresses', 'user', 'default'),

  route('/orders', 'user', 'default', () => import('#src/screens/orders.tsx')),
  route('/orders/active-orders', 'user', 'default'),
  route('/orders/favourites', 'user', 'default'),
  route('/orders/history', 'user', 'default'),
  route('/orders/templates', 'user', 'default'),
  route('/orders/create-{id}', 'user', 'default', () => import('#src/screens/orders/create.tsx')),
  route('/orders/history-{id}', 'user', 'default'),
  route('/orders/templates-{id}', 'user', 'default'),
  // Which names there are comes with the screen of the orders in progress; none is known before.
  { ...route('/orders/{name}-orders', 'user', 'default'), values: [] },
  route(
    '/orders/create/search-{id}',
    'user',
    'productsearch',
    () => import('#src/screens/orders/create/search.tsx'),
  ),
  route(
    '/orders/create/search/product-{id}',
    'user',
    'productsearch',
    () => import('#src/screens/orders/create/search/product.tsx'),
  ),
  route(
    '/orders/create/search/checkout-{id}',
    'user',
    'checkout',
    () => import('#src/screens/orders/create/search/checkout.tsx'),
  ),
  route('/payments/payment-{id}', 'none', 'default'),

  route('/distributor/distributor-customer-codes', 'user', 'default'),
  route('/distributor/distributor-product-codes', 'user', 'default'),
  route('/maintenance/agent-alerts', 'user', 'default'),
  route('/maintenance/agent-maintenance', 'none', 'default'),
  route('/maintenance/bill-agent', 'user', 'default'),
  route('/maintenance/collection-addresses', 'none', 'default'),
  route('/maintenance/delivery-postcodes', 'user', 'default'),
  route('/maintenance/discounts', 'user', 'default'),
  route(
    '/maintenance/faq-maintenance',
    'user',
    'default',
    () => import('#src/screens/maintenance/faq-maintenance.tsx'),
  ),
  route('/maintenance/postcodes', 'user', 'default'),
  route('/maintenance/server-maintenance', 'user', 'default'),
  route('/maintenance/user-account-requests', 'user', 'default'),
  route('/maintenance/user-maintenance', 'user', 'default'),
  route('/reports/customer-activity', 'user', 'default'),
  route('/reports/orders-per-day', 'user', 'default'),
  route(
    '/reports/product-search-analysis',
    'user',
    'default',
    () => import('#src/screens/reports/product-search-analysis.tsx'),
  ),
  route('/reports/stock-alerts', 'user', 'default'),
]

/**
 * One row. A screen is a module of its own, loaded when its route is opened; its component is named `Screen` and takes the
 * pattern's parameters as props.
 */
export function route<Path extends string>(
  path: Path,
  access: Access,
  layout: LayoutName,
  screen?: () => Promise<{ Screen: ComponentType<ParamsOf<Path>> }>,
): Route {
  if (!screen) return { path, access, layout }
  const lazy = lazyWithReload(async () => (await screen()).Screen as ComponentType<Record<string, string>>)
  return { path, access, layout, ...lazy }
}
