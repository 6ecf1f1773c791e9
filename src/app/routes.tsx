import { ORDER_LIST_NAMES } from '#domain/order.ts'
import { type LayoutName, type Place, type Route, route, type ScreenImport } from './route.ts'
import { VISITOR_ROUTES } from './visitor/visitor-routes.ts'

const member = <Path extends string>(
  path: Path,
  screen?: ScreenImport<Path>,
  layout: LayoutName = 'default',
) => route(path, 'user', layout, screen)

const at = (place: Place, found: Route): Route => ({ ...found, place })

/** In any order, but links and menu keep it; route-match.ts sets the precedence. */
export const ROUTES: readonly Route[] = [
  ...VISITOR_ROUTES,

  member('/home', () => import('#src/screens/home.tsx')),

  member('/auth/maintenance', () => import('#src/screens/auth/maintenance.tsx'), 'bare'),
  member('/auth/unauthorised', () => import('#src/screens/auth/unauthorised.tsx')),

  member('/other/product-catalogue', () => import('#src/screens/other/product-catalogue.tsx'), 'catalogue'),
  member('/other/account', () => import('#src/screens/other/account.tsx')),
  member('/other/faq', () => import('#src/screens/other/faq.tsx')),
  member('/other/settings', () => import('#src/screens/other/settings.tsx')),
  member('/accounts/delivery-addresses', () => import('#src/screens/accounts/delivery-addresses.tsx')),

  member('/orders', () => import('#src/screens/orders.tsx')),
  at(
    { under: '/orders', label: 'Active orders' },
    member('/orders/active-orders', () => import('#src/screens/orders/active-orders.tsx')),
  ),
  at(
    { under: '/orders', label: 'Order history' },
    member('/orders/history', () => import('#src/screens/orders/history.tsx')),
  ),
  at(
    { under: '/orders', label: 'Templates' },
    member('/orders/templates', () => import('#src/screens/orders/templates.tsx')),
  ),
  at(
    { under: '/orders', label: 'Favourites' },
    member('/orders/favourites', () => import('#src/screens/orders/favourites.tsx')),
  ),
  at(
    { under: '/orders', label: 'Stock alerts' },
    member('/orders/stock-alerts', () => import('#src/screens/orders/stock-alerts.tsx')),
  ),
  at(
    { under: '/orders', label: 'Invoices' },
    member(
      '/accounts/copy-invoice-statement',
      () => import('#src/screens/accounts/copy-invoice-statement.tsx'),
    ),
  ),
  member('/orders/create-{id}', () => import('#src/screens/orders/create.tsx')),
  member('/orders/history-{id}', () => import('#src/screens/orders/history-order.tsx')),
  member('/orders/templates-{id}', () => import('#src/screens/orders/template.tsx')),
  { ...member('/orders/relay', () => import('#src/screens/orders/relay.tsx')), partOf: '/orders' },
  {
    ...member(
      '/orders/templates/count-{id}',
      () => import('#src/screens/orders/templates/count.tsx'),
      'checkout',
    ),
    partOf: '/orders/templates-{id}',
  },
  {
    ...member('/orders/{name}-orders', () => import('#src/screens/orders/active-orders.tsx')),
    values: ORDER_LIST_NAMES,
  },
  member(
    '/orders/create/search-{id}',
    () => import('#src/screens/orders/create/search.tsx'),
    'productsearch',
  ),
  member(
    '/orders/create/search/product-{id}',
    () => import('#src/screens/orders/create/search/product.tsx'),
    'productsearch',
  ),
  member(
    '/orders/create/search/checkout-{id}',
    () => import('#src/screens/orders/create/search/checkout.tsx'),
    'checkout',
  ),
  route('/payments/payment-{id}', 'none', 'default', () => import('#src/screens/payments/payment.tsx')),

  at(
    { under: 'Distribution', label: 'Customer codes' },
    member(
      '/distributor/distributor-customer-codes',
      () => import('#src/screens/distributor/distributor-customer-codes.tsx'),
    ),
  ),
  at(
    { under: 'Distribution', label: 'Product codes' },
    member(
      '/distributor/distributor-product-codes',
      () => import('#src/screens/distributor/distributor-product-codes.tsx'),
    ),
  ),
  at(
    { under: 'Maintenance', label: 'Agents' },
    route(
      '/maintenance/agent-maintenance',
      'none',
      'default',
      () => import('#src/screens/maintenance/agent-maintenance.tsx'),
    ),
  ),
  at(
    { under: 'Maintenance', label: 'Agent alerts' },
    member('/maintenance/agent-alerts', () => import('#src/screens/maintenance/agent-alerts.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'Agent bills' },
    member('/maintenance/bill-agent', () => import('#src/screens/maintenance/bill-agent.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'Claims' },
    member('/maintenance/claims', () => import('#src/screens/maintenance/claims.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'Collection addresses' },
    route(
      '/maintenance/collection-addresses',
      'none',
      'default',
      () => import('#src/screens/maintenance/collection-addresses.tsx'),
    ),
  ),
  at(
    { under: 'Maintenance', label: 'Delivery postcodes' },
    member(
      '/maintenance/delivery-postcodes',
      () => import('#src/screens/maintenance/delivery-postcodes.tsx'),
    ),
  ),
  at(
    { under: 'Maintenance', label: 'Discounts' },
    member('/maintenance/discounts', () => import('#src/screens/maintenance/discounts.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'FAQ' },
    member('/maintenance/faq-maintenance', () => import('#src/screens/maintenance/faq-maintenance.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'Places' },
    member('/maintenance/postcodes', () => import('#src/screens/maintenance/postcodes.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'Safety notices' },
    member('/maintenance/safety-notices', () => import('#src/screens/maintenance/safety-notices.tsx')),
  ),
  at(
    { under: 'Maintenance', label: 'Server' },
    member(
      '/maintenance/server-maintenance',
      () => import('#src/screens/maintenance/server-maintenance.tsx'),
    ),
  ),
  at(
    { under: 'Maintenance', label: 'Account requests' },
    member(
      '/maintenance/user-account-requests',
      () => import('#src/screens/maintenance/user-account-requests.tsx'),
    ),
  ),
  at(
    { under: 'Maintenance', label: 'Users' },
    member('/maintenance/user-maintenance', () => import('#src/screens/maintenance/user-maintenance.tsx')),
  ),
  at(
    { under: 'Reports', label: 'Customer activity' },
    member('/reports/customer-activity', () => import('#src/screens/reports/customer-activity.tsx')),
  ),
  at(
    { under: 'Reports', label: 'Orders per day' },
    member('/reports/orders-per-day', () => import('#src/screens/reports/orders-per-day.tsx')),
  ),
  at(
    { under: 'Reports', label: 'Product searches' },
    member(
      '/reports/product-search-analysis',
      () => import('#src/screens/reports/product-search-analysis.tsx'),
    ),
  ),
  at(
    { under: 'Reports', label: 'Stock alerts' },
    member('/reports/stock-alerts', () => import('#src/screens/reports/stock-alerts.tsx')),
  ),
]
