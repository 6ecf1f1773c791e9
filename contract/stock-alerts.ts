import { type Static, Type } from 'typebox'
import { STOCK_ALERT_STATES } from '#domain/stock-alerts.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Product } from './products.ts'
import {
  CustomerId,
  Instant,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  ProductNo,
  sortedBy,
  Uuid,
} from './values.ts'

const Params = Strict({
  id: naming(Uuid, 'trolly_not_found'),
  productNo: naming(ProductNo, 'product_not_found'),
})

/** `customerId`: the account of a trolly that has not reached the server. */
const ForAccount = Strict({
  v: Type.Optional(Type.Literal('1')),
  customerId: Type.Optional(CustomerId),
})

/** The alert after the change; `askedAt` is null if the user does not wait for the product. */
export const StockAlertChanged = Strict({
  product_no: ProductNo,
  customerId: CustomerId,
  askedAt: nullable(Instant),
  toldAt: nullable(Instant),
})
export type StockAlertChanged = Static<typeof StockAlertChanged>

const alert = {
  product_no: ProductNo,
  askedAt: Instant,
  /** When the product was back; null: still waiting. */
  toldAt: nullable(Instant),
}

/** `product` is null if it is no longer sold. */
export const OwnStockAlert = Strict({ ...alert, product: nullable(Product) })
export type OwnStockAlert = Static<typeof OwnStockAlert>

/** Somebody's alert, as the report lists it. */
export const StockAlert = Strict({
  ...alert,
  name: Type.String(),
  pack: Type.String(),
  customerId: CustomerId,
  customerName: Type.String(),
  username: Type.String(),
})
export type StockAlert = Static<typeof StockAlert>

export const STOCK_ALERT_SORTS = ['name', 'customerName', 'username', 'askedAt', 'toldAt'] as const

const Count = Type.Integer({ minimum: 0 })

export const stockAlerts = {
  ask: endpoint('POST', 'order/trolly/{id}/item/{productNo}/stock-alert', {
    params: Params,
    query: ForAccount,
    reply: StockAlertChanged,
    access: 'user',
    repeat: 'keyed',
    batch: 'member',
    summary: 'Ask to be told when a product is back in stock for the trolly’s account.',
  }),
  withdraw: endpoint('DELETE', 'order/trolly/{id}/item/{productNo}/stock-alert', {
    params: Params,
    query: ForAccount,
    reply: StockAlertChanged,
    access: 'user',
    repeat: 'keyed',
    batch: 'member',
    summary: 'Stop waiting for a product, or dismiss the news that it is back.',
  }),
  own: endpoint('GET', 'customer/{id}/stock-alerts', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    reply: Strict({ data: Type.Array(OwnStockAlert) }),
    access: 'user',
    summary: 'The user’s own stock alerts for an account, latest first: waiting, and those that came true.',
  }),
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
