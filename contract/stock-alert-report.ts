import { type Static, Type } from 'typebox'
import { ALERTS_AT_ONCE, STOCK_ALERT_STATES } from '#domain/stock-alerts.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Instant, listOf, nullable, oneOf, Paging, ProductNo, sortedBy, Uuid } from './values.ts'

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
  /** Missing in replies of earlier servers, on which staff can only read. */
  userId: Type.Optional(Uuid),
})
export type StockAlert = Static<typeof StockAlert>

export const STOCK_ALERT_SORTS = ['name', 'customerName', 'username', 'askedAt', 'toldAt'] as const

/** Names an alert, for staff. */
const AlertName = Strict({ userId: Uuid, customerId: CustomerId, product_no: ProductNo })
export type AlertName = Static<typeof AlertName>

const alerts = Type.Array(AlertName, { minItems: 1, maxItems: ALERTS_AT_ONCE })
const ofStaff = { access: 'staff', route: '/reports/stock-alerts' } as const

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
  tellNow: endpoint('POST', 'stock-alert/tell', {
    body: Strict({ alerts }),
    reply: Strict({ told: Count }),
    ...ofStaff,
    summary:
      'Mail those who wait that their product is back, whatever the stock says. Those who were told already are left out.',
  }),
  offer: endpoint('POST', 'stock-alert/offer', {
    body: Strict({ alerts, product_no: ProductNo }),
    reply: Strict({ offered: Count }),
    ...ofStaff,
    summary:
      'Mail those who wait that they can have another product instead; they go on waiting. Accounts without a price for it are left out. 404 `product_not_found` if it is not sold.',
  }),
  close: endpoint('POST', 'stock-alert/close', {
    body: Strict({ alerts }),
    reply: Strict({
      closed: Type.Array(Strict({ ...AlertName.properties, askedAt: Instant, toldAt: nullable(Instant) })),
    }),
    ...ofStaff,
    summary: 'Delete alerts without telling anybody. The reply has what `reopen` takes.',
  }),
  reopen: endpoint('POST', 'stock-alert/reopen', {
    body: Strict({
      alerts: Type.Array(Strict({ ...AlertName.properties, askedAt: Instant, toldAt: nullable(Instant) }), {
        minItems: 1,
        maxItems: ALERTS_AT_ONCE,
      }),
    }),
    reply: Strict({ reopened: Count }),
    ...ofStaff,
    summary:
      'Undo `close`. Those whose person, account or product is gone, or who asked again, are left as they are.',
  }),
}
