import {
  IconBuildingStore,
  IconCalendarTime,
  IconFileInvoice,
  IconHelp,
  IconHistory,
  IconHome,
  IconListDetails,
  IconMapPin,
  IconReceipt,
  IconReportAnalytics,
  IconSearch,
  IconSettings,
  IconShoppingCart,
  IconStar,
  IconTool,
  IconUserCircle,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { pathTo } from './route-match.ts'

export type NavigationItem = {
  label: string
  to: string
  icon: TablerIcon
  count?: number
  /** "g h". */
  keys?: string
  /** Patterns of the routes that count as this place; by default only its own. */
  at?: readonly string[]
}

export function isAt(item: NavigationItem, pattern: string | undefined): boolean {
  return pattern !== undefined && (item.at ?? [item.to]).includes(pattern)
}

export type NavigationGroup = { label: string; items: readonly NavigationItem[] }

export type NavigationInput = {
  allowed: readonly string[]
  built: readonly string[]
  trolly: { id: string; lineCount: number } | undefined
  /** The trolly that the next product would create. */
  preparedId?: string | undefined
}

/** The phone's bottom bar (plus "More" as a fifth place) and the top of the desk's drawer. */
export function mainNavigation({ allowed, built, trolly, preparedId }: NavigationInput): NavigationItem[] {
  const leads = (path: string) => allowed.includes(path) && built.includes(path)
  // Searching works without a trolly: the first product creates it.
  const trollyId = trolly?.id ?? preparedId
  const inTrolly = <Path extends '/orders/create-{id}' | '/orders/create/search-{id}'>(path: Path) =>
    trollyId !== undefined && leads(path) ? pathTo(path, { id: trollyId } as never) : '/orders'
  const items: (NavigationItem & { path: string })[] = [
    { path: '/home', label: 'Home', to: '/home', icon: IconHome, keys: 'g h' },
    {
      path: '/orders/create/search-{id}',
      label: 'Search',
      to: inTrolly('/orders/create/search-{id}'),
      icon: IconSearch,
      keys: 'g s',
      at: ['/orders/create/search-{id}', '/orders/create/search/product-{id}'],
    },
    {
      path: '/orders/create-{id}',
      label: 'Trolly',
      to: inTrolly('/orders/create-{id}'),
      icon: IconShoppingCart,
      keys: 'g t',
      at: ['/orders/create-{id}', '/orders/create/search/checkout-{id}'],
      ...(trolly && trolly.lineCount > 0 && { count: trolly.lineCount }),
    },
    { path: '/orders', label: 'Orders', to: '/orders', icon: IconReceipt, keys: 'g o' },
  ]
  return items.filter(({ path }) => leads(path)).map(({ path: _, ...item }) => item)
}

/** Everything else by subject, without empty subjects. */
export function moreNavigation({ allowed, built }: NavigationInput): NavigationGroup[] {
  return GROUPS.map(({ label, items }) => ({
    label,
    items: items.filter(({ to }) => allowed.includes(to) && built.includes(to)),
  })).filter(({ items }) => items.length > 0)
}

const GROUPS: readonly NavigationGroup[] = [
  {
    label: 'Ordering',
    items: [
      { label: 'Favourites', to: '/orders/favourites', icon: IconStar },
      { label: 'Templates', to: '/orders/templates', icon: IconListDetails },
      { label: 'Orders in progress', to: '/orders/active-orders', icon: IconCalendarTime },
      { label: 'Past orders', to: '/orders/history', icon: IconHistory },
      { label: 'Catalogue', to: '/other/product-catalogue', icon: IconBuildingStore },
    ],
  },
  {
    label: 'Account',
    items: [
      { label: 'Account', to: '/other/account', icon: IconUserCircle },
      { label: 'Delivery addresses', to: '/accounts/delivery-addresses', icon: IconMapPin },
      { label: 'Invoices and statements', to: '/accounts/copy-invoice-statement', icon: IconFileInvoice },
      { label: 'Questions', to: '/other/faq', icon: IconHelp },
      { label: 'Settings', to: '/other/settings', icon: IconSettings },
    ],
  },
  {
    label: 'Reports',
    items: [
      { label: 'Customer activity', to: '/reports/customer-activity', icon: IconReportAnalytics },
      { label: 'Orders per day', to: '/reports/orders-per-day', icon: IconReportAnalytics },
      { label: 'Product searches', to: '/reports/product-search-analysis', icon: IconReportAnalytics },
      { label: 'Stock alerts', to: '/reports/stock-alerts', icon: IconReportAnalytics },
    ],
  },
  {
    label: 'Distributor',
    items: [
      { label: 'Customer codes', to: '/distributor/distributor-customer-codes', icon: IconListDetails },
      { label: 'Product codes', to: '/distributor/distributor-product-codes', icon: IconListDetails },
    ],
  },
  {
    label: 'Maintenance',
    items: [
      { label: 'Agent alerts', to: '/maintenance/agent-alerts', icon: IconTool },
      { label: 'Bill agent', to: '/maintenance/bill-agent', icon: IconTool },
      { label: 'Delivery postcodes', to: '/maintenance/delivery-postcodes', icon: IconTool },
      { label: 'Discounts', to: '/maintenance/discounts', icon: IconTool },
      { label: 'FAQ', to: '/maintenance/faq-maintenance', icon: IconTool },
      { label: 'Postcodes', to: '/maintenance/postcodes', icon: IconTool },
      { label: 'Server', to: '/maintenance/server-maintenance', icon: IconTool },
      { label: 'Account requests', to: '/maintenance/user-account-requests', icon: IconTool },
      { label: 'Users', to: '/maintenance/user-maintenance', icon: IconTool },
    ],
  },
]
