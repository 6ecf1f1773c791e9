import type { CheckName, Repair } from '#domain/checks/check.ts'
import type { Booked, CollectionHours, CollectionSite } from '#domain/collection.ts'
import type { Customer } from '#domain/customer.ts'
import type { DeliveryRoute } from '#domain/delivery-route.ts'
import type { Product } from '#domain/product.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { aCustomer, aProduct } from './products.ts'

/** A case is described as existing things, not as a function's input. */

export type Failures = Partial<Record<CheckName, string[]>>

export type CheckCase = {
  /** Reads after the check's name: "rejects an account on stop". */
  name: string
  now?: string
  customer?: Partial<Customer>
  route?: Partial<Route>
  holidays?: string[]
  mayNotOrder?: true
  /** With their real stock; devices get less detail. One plain product by default. */
  products?: (Partial<Product> & { product_no: string })[]
  /** Codes that were sold once. */
  noLongerSold?: string[]
  /** Product code and quantity; 0 is a removed line. */
  lines?: [string, number][]
  deliveryDay?: string | null
  /** Postcode prefixes and their terms. */
  routes?: (Partial<DeliveryRoute> & { prefix: string })[]
  /** The account's delivery address. */
  address?: { postcode: string; deleted?: true }
  /** Collected instead; null: without a site. */
  collection?: { site: Partial<World['site']>; slot: string | null; booked?: Booked[] } | null
  /** The delivery charge; none by default. */
  chargePence?: number
  confirmations?: { ageRestricted?: true; catchWeight?: true }
  /** Every failing check with its messages. None: the order is placed. */
  fails: Failures
  /** The repairs of the case's check. */
  repairs?: Repair[]
  /** What fails on a device that cannot know better. */
  failsOnDevice?: Failures
  /** The code of the server's refusal if it does not even run the checks. */
  refusedBefore?: 'may_not_order'
}

export type Route = { deliveryWeekdays: number[]; cutOffTime: string; cutOffDaysBefore: number }

export type World = {
  now: Date
  customer: Customer
  route: Route
  holidays: string[]
  mayOrder: boolean
  products: Product[]
  noLongerSold: string[]
  lines: { product_no: string; quantity: number }[]
  deliveryDay: string | null
  routes: DeliveryRoute[]
  address: { postcode: string; deleted?: true } | null
  method: DeliveryMethod
  site: CollectionHours & Pick<CollectionSite, 'name' | 'storageTypes'>
  booked: Booked[]
  slot: string | null
  /** A site was chosen. */
  hasSite: boolean
  confirmations: { ageRestricted: boolean; catchWeight: boolean }
}

/** A Monday noon in winter; deliveries from Monday to Saturday, with a cut-off at ten the evening before. */
const NOW = '2026-11-23T12:00:00.000Z'
const ROUTE: Route = { deliveryWeekdays: [1, 2, 3, 4, 5, 6], cutOffTime: '22:00', cutOffDaysBefore: 1 }
const WEDNESDAY = '2026-11-25'

const POSTCODE_ROUTE: Omit<DeliveryRoute, 'prefix'> = {
  route: 'YORK',
  deliveryWeekdays: [2, 5],
  cutOffTime: '16:00',
  minimumOrderPence: 0,
  deliveryChargePence: 0,
  served: true,
}
const SITE: World['site'] = {
  name: 'Halifax depot',
  weekdays: [1, 2, 3, 4, 5, 6],
  slots: [
    { from: '07:00', to: '09:00', capacity: 2 },
    { from: '15:00', to: '17:00', capacity: 1 },
  ],
  leadTimeMinutes: 240,
  closures: [],
  storageTypes: ['ambient', 'chilled'],
}

/** The whole world of a case, with defaults that pass every check. */
export const worldOf = (parts: CheckCase): World => {
  const products = (parts.products ?? [{ product_no: '100001' }]).map(aProduct)
  return {
    now: new Date(parts.now ?? NOW),
    customer: aCustomer(parts.customer),
    route: { ...ROUTE, ...parts.route },
    holidays: parts.holidays ?? [],
    mayOrder: parts.mayNotOrder !== true,
    products,
    noLongerSold: parts.noLongerSold ?? [],
    lines: (parts.lines ?? products.map(({ product_no }) => [product_no, 1] as const)).map(
      ([product_no, quantity]) => ({ product_no, quantity }),
    ),
    deliveryDay: parts.deliveryDay === undefined ? WEDNESDAY : parts.deliveryDay,
    routes: (parts.routes ?? []).map((route) => ({ ...POSTCODE_ROUTE, ...route })),
    address: parts.address ?? null,
    method: parts.collection === undefined ? 'delivery' : 'collection',
    site: { ...SITE, ...parts.collection?.site },
    booked: parts.collection?.booked ?? [],
    slot: parts.collection?.slot ?? null,
    hasSite: parts.collection !== undefined && parts.collection !== null,
    confirmations: { ageRestricted: false, catchWeight: false, ...parts.confirmations },
  }
}
