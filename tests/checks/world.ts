import type { CheckName, Repair } from '#domain/checks/check.ts'
import type { Booked, CollectionHours, CollectionSite } from '#domain/collection.ts'
import type { Customer } from '#domain/customer.ts'
import type { DeliveryRoute } from '#domain/delivery-route.ts'
import type { Product } from '#domain/product.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { aCustomer, aProduct } from './products.ts'

/** A case of the checks is written as things that exist, not as a function's input. */

export type Failures = Partial<Record<CheckName, string[]>>

export type CheckCase = {
  /** Reads after the check's name: "refuses a stopped account". */
  name: string
  now?: string
  customer?: Partial<Customer>
  route?: Partial<Route>
  holidays?: string[]
  mayNotOrder?: true
  /** Their stock is the real one; devices get less detail. One plain product by default. */
  products?: (Partial<Product> & { product_no: string })[]
  /** Numbers that were sold once. */
  noLongerSold?: string[]
  /** Product number and quantity; 0 is a line that was removed. */
  lines?: [string, number][]
  deliveryDay?: string | null
  /** Postcode prefixes and what goes for them. */
  routes?: (Partial<DeliveryRoute> & { prefix: string })[]
  /** A delivery address of the account. */
  address?: { postcode: string; deleted?: true }
  /** Collected instead; null: without a place. */
  collection?: { site: Partial<World['site']>; slot: string | null; booked?: Booked[] } | null
  /** What delivery costs; nothing by default. */
  chargePence?: number
  confirmations?: { ageRestricted?: true; catchWeight?: true }
  /** Every failing check with its messages. None: the order is placed. */
  fails: Failures
  /** The repairs of the case's check. */
  repairs?: Repair[]
  /** Where a device cannot know better, what fails there instead. */
  failsOnDevice?: Failures
  /** Where the server does not even come to the checks, the code of its refusal. */
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

/** A Monday noon in winter; goods come from Monday to Saturday, ordered by ten on the evening before. */
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
