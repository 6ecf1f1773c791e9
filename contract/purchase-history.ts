import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, naming, ProductNo } from './values.ts'

/** A hash for each month. */
const Cursor = Type.String({ maxLength: 600 })
const Whole = Type.Integer({ minimum: 0 })

/** The orders for delivery in one month, as columns, so that two years of them are a few tens of kilobytes. */
export const HistoryMonth = Strict({
  /** `YYYY-MM`. */
  month: Type.String(),
  product_nos: Type.Array(ProductNo),
  /** One of each for an order: the delivery day's day of the month, when it was placed, and how many lines it has. */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 31 })),
  placedMs: Type.Array(Type.Integer()),
  lineCounts: Type.Array(Whole),
  /** One of each for a line, order by order: the product's place in `product_nos`, and the quantity. */
  places: Type.Array(Whole),
  quantities: Type.Array(Whole),
})

export const PurchaseHistoryDownload = Strict({
  cursor: Cursor,
  /** Months that are as the caller has them. Any other month of the caller's is over. */
  unchanged: Type.Array(Type.String()),
  months: Type.Array(HistoryMonth),
})
export type PurchaseHistoryDownload = Static<typeof PurchaseHistoryDownload>

export const purchaseHistory = {
  download: endpoint('GET', 'customer/{id}/purchase-history', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    query: Strict({ v: Type.Optional(Type.Literal('1')), since: Type.Optional(Cursor) }),
    reply: PurchaseHistoryDownload,
    access: 'user',
    summary: 'What a customer ordered in two years, by month; with a cursor, the months that have changed.',
  }),
}
