import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { discounts } from '#server/db/schema/discounts.ts'
import type { DemoCustomer } from './customers.ts'

/** One for a single customer, one that adds up with others to come, one of the past, and one turned off. */
export const makeDiscounts = (
  customers: readonly DemoCustomer[],
  now: Date,
): (typeof discounts.$inferInsert)[] => {
  const today = londonDayOf(now)
  return [
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
}
