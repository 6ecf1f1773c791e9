import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { Product } from './products.ts'
import { CustomerId, Instant, naming, nullable, ProductNo, Uuid } from './values.ts'

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

/** `product` is null if it is no longer sold. */
export const OwnStockAlert = Strict({
  product_no: ProductNo,
  askedAt: Instant,
  /** When the product was back; null: still waiting. */
  toldAt: nullable(Instant),
  product: nullable(Product),
})
export type OwnStockAlert = Static<typeof OwnStockAlert>

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
}
