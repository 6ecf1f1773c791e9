import { type Route, route } from './route.ts'
import { VISITOR_ROUTES } from './visitor/visitor-routes.ts'

/** In any order; route-match.ts sets the precedence. */
export const ROUTES: readonly Route[] = [
  ...VISITOR_ROUTES,

  route('/home', 'user', 'default', () => import('#src/screens/home.tsx')),

  route('/auth/maintenance', 'user', 'bare', () => import('#src/screens/auth/maintenance.tsx')),
  route('/auth/unauthorised', 'user', 'default', () => import('#src/screens/auth/unauthorised.tsx')),

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
  // The names come with the screen of orders in progress.
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
