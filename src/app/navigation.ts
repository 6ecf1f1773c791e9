import {
  IconBell,
  IconCategory,
  IconFileText,
  IconHelp,
  IconHistory,
  IconHome,
  IconListDetails,
  IconReceipt,
  IconReportAnalytics,
  IconSearch,
  IconSettings,
  IconShoppingCart,
  IconStar,
  IconTool,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { pathTo } from '#domain/route-match.ts'
import { isStaffType, type User } from '#domain/user.ts'
import { linksUnder, type Place } from './route.ts'
import { ROUTES } from './routes.tsx'

export type NavigationItem = {
  label: string
  to: string
  icon: TablerIcon
  count?: number
  /** "g h". */
  keys?: string
  /** Patterns of the routes that count as this place; by default only its own. */
  at?: readonly string[]
  /** Its route is open to everybody, whatever a person's list says. */
  open?: true
  /** The pages below it. */
  pages?: readonly NavigationItem[]
}

export type NavigationGroup = { label: string; items: readonly NavigationItem[] }

/** @param showsPages a page below the place is then marked itself, instead of the place */
export function isAt(item: NavigationItem, pattern: string | undefined, showsPages = false): boolean {
  if (pattern === undefined || !(item.at ?? [item.to]).includes(pattern)) return false
  return !(showsPages && item.pages?.some((page) => isAt(page, pattern)))
}

type NavigationInput = {
  allowed: readonly string[]
  trolly: { id: string; lineCount: number } | undefined
  /** What the next product would begin. */
  draftId?: string | undefined
}

/** The phone's bottom bar (plus "More" as a fifth place) and the top of the desk's drawer. */
export function mainNavigation({ allowed, trolly, draftId }: NavigationInput): NavigationItem[] {
  // Searching works without a trolly: the first product begins the draft.
  const id = trolly?.id ?? draftId
  const inTrolly = (path: '/orders/create-{id}' | '/orders/create/search-{id}') =>
    id !== undefined && allowed.includes(path) ? pathTo<typeof path>(path, { id }) : '/orders'
  const items: (NavigationItem & { at: readonly string[] })[] = [
    { label: 'Home', to: '/home', icon: IconHome, keys: 'g h', at: ['/home'] },
    {
      label: 'Search',
      to: inTrolly('/orders/create/search-{id}'),
      icon: IconSearch,
      keys: 'g s',
      at: ['/orders/create/search-{id}', '/orders/create/search/product-{id}'],
    },
    {
      label: 'Trolly',
      to: inTrolly('/orders/create-{id}'),
      icon: IconShoppingCart,
      keys: 'g t',
      at: ['/orders/create-{id}', '/orders/create/search/checkout-{id}'],
      ...(trolly && trolly.lineCount > 0 && { count: trolly.lineCount }),
    },
    {
      label: 'Orders',
      to: '/orders',
      icon: IconReceipt,
      keys: 'g o',
      at: ORDERS,
      pages: ORDER_PAGES.filter(({ to }) => allowed.includes(to)),
    },
  ]
  return items.filter(({ at: [path = ''] }) => allowed.includes(path))
}

/** Routes that count as one of the pages below "Orders". */
const BELOW: Readonly<Record<string, string>> = {
  '/orders/active-orders': '/orders/{name}-orders',
  '/orders/templates': '/orders/templates-{id}',
}

/** In the phone's sheet, where they are not below their place. */
const PAGE_ICONS: Readonly<Record<string, TablerIcon>> = {
  '/orders/history': IconHistory,
  '/orders/templates': IconListDetails,
  '/orders/favourites': IconStar,
  '/orders/stock-alerts': IconBell,
  '/accounts/copy-invoice-statement': IconFileText,
}

const ORDER_PAGES: readonly NavigationItem[] = linksUnder(ROUTES, '/orders').map((link) => ({
  ...link,
  icon: PAGE_ICONS[link.to] ?? IconReceipt,
  at: [link.to, ...(BELOW[link.to] ? [BELOW[link.to] as string] : [])],
}))

const ORDERS = [
  '/orders',
  ...ORDER_PAGES.flatMap(({ at = [] }) => at),
  '/orders/history-{id}',
  '/payments/payment-{id}',
]

/** No list names them: their calls let staff in. */
const STAFF_PAGES = ['/maintenance/agent-maintenance', '/maintenance/collection-addresses']

/** What the menu may lead to. */
export const routesShown = ({
  account_type,
  acl_routes_available: own,
}: Pick<User, 'account_type' | 'acl_routes_available'>): readonly string[] =>
  isStaffType(account_type) ? [...own, ...STAFF_PAGES] : own

/** Everything else by subject, without empty subjects. */
export function moreNavigation(allowed: readonly string[]): NavigationGroup[] {
  return GROUPS.map(({ label, items }) => ({
    label,
    items: items.filter(({ to, open }) => open || allowed.includes(to)),
  })).filter(({ items }) => items.length > 0)
}

const itemsUnder = (under: Place['under'], icon: TablerIcon): NavigationItem[] =>
  linksUnder(ROUTES, under).map((link) => ({ ...link, icon }))

const GROUPS: readonly NavigationGroup[] = [
  {
    label: 'Products',
    items: [{ label: 'Catalogue', to: '/other/product-catalogue', icon: IconCategory }],
  },
  {
    label: 'Account',
    items: [
      {
        label: 'Account',
        to: '/other/account',
        icon: IconUsers,
        at: ['/other/account', '/accounts/delivery-addresses'],
      },
      { label: 'Your details', to: '/auth/update-user', icon: IconUserCircle, open: true },
      { label: 'Help', to: '/other/faq', icon: IconHelp },
      { label: 'Settings', to: '/other/settings', icon: IconSettings },
    ],
  },
  { label: 'Distribution', items: itemsUnder('Distribution', IconTruckDelivery) },
  { label: 'Reports', items: itemsUnder('Reports', IconReportAnalytics) },
  { label: 'Maintenance', items: itemsUnder('Maintenance', IconTool) },
]
