import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { discounts } from '#server/db/schema/discounts.ts'
import type { DemoCustomer } from './customers.ts'

type Offer = typeof discounts.$inferInsert

/** One for a single customer, one that adds up with others to come, one of the past, and one turned off. */
export const makeDiscounts = (customers: readonly DemoCustomer[], now: Date): Offer[] => {
  const today = londonDayOf(now)
  const offers: Offer[] = [
    {
      code: 'new-customer',
      name: 'Welcome',
      customerId: customers.at(-1)?.row.id ?? null,
      kind: 'percent',
      basisPoints: 500,
      capPence: 5_000,
      validFrom: dayPlus(today, -20),
      validTo: dayPlus(today, 70),
    },
    {
      code: 'new-year-frozen',
      name: 'New year, full freezer',
      category: 'Frozen',
      kind: 'percent',
      basisPoints: 250,
      minimumNetPence: 10_000,
      combines: true,
      validFrom: dayPlus(today, 30),
      validTo: dayPlus(today, 60),
    },
    {
      code: 'autumn-cheese',
      name: 'Cheese week',
      category: 'Dairy & Eggs',
      kind: 'percent',
      basisPoints: 750,
      onPromotions: true,
      validFrom: dayPlus(today, -40),
      validTo: dayPlus(today, -34),
    },
    {
      code: 'oil-by-the-case',
      name: 'Oil by the case',
      category: 'Oils & Vinegars',
      kind: 'per_unit',
      offUnitPence: 50,
      minimumUnits: 12,
      active: false,
    },
  ]
  return offers.map((offer) => ({ ...EVERYTHING, ...offer }))
}

const EVERYTHING = {
  customerId: null,
  priceListId: null,
  productNo: null,
  brand: null,
  category: null,
  basisPoints: 0,
  offUnitPence: 0,
  minimumUnits: 0,
  minimumNetPence: 0,
  validFrom: null,
  validTo: null,
  combines: false,
  onPromotions: false,
  capPence: null,
  active: true,
}
