import { londonDayOf } from '#domain/london-time.ts'
import type {
  distributorCustomerCodes,
  distributorProductCodes,
  distributorUnmatched,
} from '#server/db/schema/distributor-codes.ts'
import { type DemoCustomer, DISTRIBUTOR_NO } from './customers.ts'
import type { DemoProduct } from './products.ts'

/** The distributor's codes of its customers but the last, so that one is left to add. */
export const makeDistributorCustomerCodes = (
  customers: readonly DemoCustomer[],
): (typeof distributorCustomerCodes.$inferInsert)[] =>
  customers
    .filter(({ row }) => row.distributorNo === DISTRIBUTOR_NO)
    .slice(0, -1)
    .map(({ row }, at) => ({
      distributorNo: DISTRIBUTOR_NO,
      theirCode: `R-${101 + at}`,
      customerId: row.id,
    }))

const CODES = 24
/** Their case holds several of ours. */
const FACTORS = [1, 6, 1, 12]

export const makeDistributorProductCodes = (
  products: readonly DemoProduct[],
): (typeof distributorProductCodes.$inferInsert)[] =>
  products.slice(0, CODES).map(({ row }, at) => ({
    distributorNo: DISTRIBUTOR_NO,
    theirCode: String(1_040_010 + at * 10),
    productNo: row.product_no,
    packFactor: FACTORS[at % FACTORS.length] ?? 1,
    validFrom: at < CODES / 2 ? null : '2026-01-01',
  }))

/** The last customer, and a product that has no code. */
export const makeUnmatched = (
  products: readonly DemoProduct[],
  now: Date,
): (typeof distributorUnmatched.$inferInsert)[] => {
  const waiting = { distributorNo: DISTRIBUTOR_NO, day: londonDayOf(now), lastAt: now }
  const { row } = products[CODES] ?? {}
  return [
    { ...waiting, kind: 'customer', theirCode: 'R-120', name: '', gtin: '', rowCount: 4 },
    ...(row === undefined
      ? []
      : [
          {
            ...waiting,
            kind: 'product' as const,
            theirCode: '1040990',
            name: row.name,
            gtin: row.gtins?.[0] ?? '',
            rowCount: 2,
          },
        ]),
  ]
}
