import { Type } from 'typebox'
import { ACCOUNT_KINDS } from '#domain/customer.ts'
import { DISCOUNT_KINDS } from '#domain/discounts.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  CustomerId,
  Day,
  Instant,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  Pence,
  ProductNo,
  SumPence,
  Uuid,
} from './values.ts'

/** As domain/discounts.ts. */
const Discount = Strict({
  id: Type.String(),
  name: Type.String(),
  customerId: nullable(CustomerId),
  priceListId: nullable(Type.String()),
  productNo: nullable(ProductNo),
  brand: nullable(Type.String()),
  category: nullable(Type.String()),
  kind: oneOf(DISCOUNT_KINDS),
  basisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
  offUnitPence: Pence,
  minimumUnits: Type.Integer({ minimum: 0 }),
  minimumNetPence: Pence,
  validFrom: nullable(Day),
  validTo: nullable(Day),
  combines: Type.Boolean(),
  onPromotions: Type.Boolean(),
  capPence: nullable(Pence),
  active: Type.Boolean(),
})

export const Customer = Strict({
  id: CustomerId,
  name: Type.String(),
  accountKind: oneOf(ACCOUNT_KINDS),
  town: Type.String(),
  postcode: Type.String(),
  onStop: Type.Boolean(),
  creditLeftPence: Type.Optional(nullable(SumPence)),
  priceListId: Type.String(),
  minimumOrderPence: Pence,
  maximumOrderPence: nullable(Pence),
  freeDeliveryPence: nullable(Pence),
  deliveryChargePence: Type.Optional(Pence),
  mandatoryCategory: nullable(Type.String()),
  ageRestrictedAllowed: Type.Boolean(),
  /** Those that may apply to the customer's orders, for the device to price a trolly with. */
  discounts: Type.Optional(Type.Array(Discount)),
})

export const DeliveryDay = Strict({ day: Day, cutOffAt: Instant })

export const DeliveryDates = Strict({
  data: Type.Array(DeliveryDay),
  /** Lets the device detect a wrong clock. */
  serverTime: Instant,
})

const Params = Strict({ id: naming(CustomerId, 'customer_not_found') })

export const customers = {
  search: endpoint('POST', 'customer/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      distributor_no: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
      ...Paging,
    }),
    reply: listOf(Customer),
    access: 'user',
    summary: 'Customers that the user may order for, by number, name, town or postcode.',
  }),
  get: endpoint('GET', 'customer/{id}', {
    params: Params,
    reply: Customer,
    access: 'user',
    summary: 'One customer of the user.',
  }),
  deliveryDates: endpoint('GET', 'customer/{id}/delivery-dates', {
    params: Params,
    query: Strict({ v: Type.Optional(Type.Literal('1')), delivery_address_id: Type.Optional(Uuid) }),
    reply: DeliveryDates,
    access: 'user',
    summary: 'This customer’s delivery days, each with its cut-off.',
  }),
}
