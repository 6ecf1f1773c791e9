import type { TrollyView } from '#domain/operations/view.ts'
import { type Totals, totalsOf } from '#domain/totals.ts'
import { findProducts } from './pricing.ts'
import { listTrollies } from './trollies.ts'
import type { UserDatabase } from './user-database.ts'

/** A trolly in a list: what it is, how far it has been sent, and what it comes to at the prices on this device. */
export type TrollySummary = { trolly: TrollyView; totals: Totals }

/** Open trollies of a customer, the last changed first; see `listTrollies`. */
export const listTrollySummaries = async (
  database: UserDatabase,
  customerId: string,
): Promise<TrollySummary[]> => {
  const trollies = await listTrollies(database, customerId)
  return Promise.all(
    trollies.map(async (trolly) => {
      const present = trolly.lines.filter(({ removed }) => !removed)
      const productNos = present.map(({ product_no }) => product_no)
      const products = await findProducts(database, trolly.priceListId, productNos)
      const lines = present.map(({ product_no, quantity }) => ({
        quantity,
        product: products.get(product_no) ?? null,
      }))
      return { trolly, totals: totalsOf(lines) }
    }),
  )
}
