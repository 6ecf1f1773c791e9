import { type Static, Type } from 'typebox'
import { STOCK_ALERT_STATES } from '#domain/stock-alerts.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Instant, listOf, nullable, oneOf, Paging, ProductNo, sortedBy } from './values.ts'

// Apart from `stockAlerts`, as it is not among the calls that every device loads.

/** Somebody's alert, as the report lists it. */
export const StockAlert = Strict({
  product_no: ProductNo,
  askedAt: Instant,
  /** When the product was back; null: still waiting. */
  toldAt: nullable(Instant),
  name: Type.String(),
  pack: Type.String(),
  customerId: CustomerId,
  customerName: Type.String(),
  username: Type.String(),
})
export type StockAlert = Static<typeof StockAlert>

export const STOCK_ALERT_SORTS = ['name', 'customerName', 'username', 'askedAt', 'toldAt'] as const

const Count = Type.Integer({ minimum: 0 })

export const stockAlertReport = {
  search: endpoint('POST', 'stock-alert/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(STOCK_ALERT_STATES)),
      customerId: Type.Optional(CustomerId),
      product_no: Type.Optional(ProductNo),
      sort_by: Type.Optional(sortedBy(STOCK_ALERT_SORTS)),
      ...Paging,
    }),
    reply: listOf(StockAlert),
    access: 'reporter',
    summary: 'Stock alerts of the caller’s customers, latest first.',
  }),
  filters: endpoint('GET', 'stock-alert/search/filters', {
    reply: Strict({
      states: Type.Array(Strict({ state: oneOf(STOCK_ALERT_STATES), count: Count })),
      customers: Type.Array(Strict({ id: CustomerId, name: Type.String(), count: Count })),
      products: Type.Array(Strict({ product_no: ProductNo, name: Type.String(), count: Count })),
    }),
    access: 'reporter',
    summary: 'The filters of stock alerts, with counts.',
  }),
}
