import { type Static, Type } from 'typebox'
import { CHECKOUT_CHECKS } from '#domain/checks/check.ts'
import { PAY_WAYS } from '#domain/payment.ts'
import { DELIVERY_METHODS, LINES_MAX, QUANTITY_MAX, TROLLY_STATES } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Product } from './products.ts'
import {
  asStored,
  CollectionSlotName,
  CustomerId,
  Day,
  Instant,
  Lines,
  listOf,
  nullable,
  OptionalLine,
  oneOf,
  Paging,
  Pence,
  ProductNo,
  SumPence,
  Uuid,
  Version,
  withDefault,
} from './values.ts'

const Params = Strict({ id: Uuid })
const ItemParams = Strict({ id: Uuid, productNo: ProductNo })

const Quantity = Type.Integer({ minimum: 1, maximum: QUANTITY_MAX })

export const Totals = Strict({
  lineCount: Type.Integer({ minimum: 0 }),
  netPence: SumPence,
  vat: Type.Array(Strict({ vatBasisPoints: Type.Integer(), netPence: SumPence, vatPence: SumPence })),
  vatPence: SumPence,
  totalPence: SumPence,
  estimated: Type.Boolean(),
  unpricedCount: Type.Integer({ minimum: 0 }),
  deliveryChargePence: Type.Optional(Pence),
  deliveryVatBasisPoints: Type.Optional(Type.Integer()),
  freeDeliveryFromPence: Type.Optional(Pence),
})

/** Missing from older devices and servers: delivery to the account. */
export const DeliveryChoiceFields = {
  method: Type.Optional(oneOf(DELIVERY_METHODS)),
  deliveryAddressId: Type.Optional(nullable(Uuid)),
  collectionSiteId: Type.Optional(nullable(Uuid)),
  collectionSlot: Type.Optional(nullable(CollectionSlotName)),
}

const DetailsFields = {
  deliveryDay: nullable(Day),
  poNumber: OptionalLine(60),
  instructions: Lines(500),
  ...DeliveryChoiceFields,
}

export const BasketHead = Strict({
  id: Uuid,
  customerId: CustomerId,
  ...asStored(DetailsFields),
  version: Version,
  detailsVersion: Version,
  state: oneOf(TROLLY_STATES),
  priceListId: Type.String(),
  createdAt: Instant,
  updatedAt: Instant,
  replacesOrderId: Type.Optional(nullable(Uuid)),
  replacesOrderNo: Type.Optional(nullable(Type.String())),
  totals: Totals,
})
export type BasketHead = Static<typeof BasketHead>

const LineFields = {
  product_no: ProductNo,
  quantity: Type.Integer({ minimum: 0, maximum: QUANTITY_MAX }),
  version: Version,
  removed: Type.Boolean(),
  seenPricePence: nullable(Pence),
  addedAt: Instant,
  /** Part of the order that the trolly replaces, whose stock is already taken. Only present with all lines. */
  orderedQuantity: Type.Optional(Type.Integer({ minimum: 1 })),
}
export const BasketLine = Strict(LineFields)
export type BasketLine = Static<typeof BasketLine>

export const Basket = Strict({
  ...BasketHead.properties,
  items: Type.Array(Strict({ ...LineFields, product: nullable(Product) })),
})
export type Basket = Static<typeof Basket>

/** The reply to every change: versions before and after, so that the device can rebase its queue, and the current state. */
export const BasketChanged = Strict({
  basket: BasketHead,
  versionBefore: Version,
  detailsVersionBefore: Version,
  line: nullable(
    Strict({
      ...LineFields,
      versionBefore: Version,
      // The operation settles without the product.
      product: withDefault(nullable(Product), null),
    }),
  ),
})
export type BasketChanged = Static<typeof BasketChanged>

/** The current state in a 412. `line` is null if it never existed. */
export const BasketConflict = Type.Object({ basket: BasketHead, line: nullable(BasketLine) })
export type BasketConflict = Static<typeof BasketConflict>

export const OrderLine = Strict({
  product_no: ProductNo,
  name: Type.String(),
  pack: Type.String(),
  quantity: Quantity,
  unitPricePence: Pence,
  vatBasisPoints: Type.Integer(),
  netPence: SumPence,
  catchWeight: Type.Boolean(),
})
export const OrderAddress = Strict({
  name: Type.String(),
  contactName: Type.String(),
  contactPhone: Type.String(),
  addressLines: Type.Array(Type.String()),
  town: Type.String(),
  postcode: Type.String(),
  accessNotes: Type.String(),
})

export const Order = Strict({
  id: Uuid,
  orderNo: Type.String(),
  basketId: Uuid,
  customerId: CustomerId,
  deliveryDay: Day,
  poNumber: Type.String(),
  instructions: Type.String(),
  placedAt: Instant,
  payBy: withDefault(oneOf(PAY_WAYS), 'account'),
  ...DeliveryChoiceFields,
  /** The delivery address or collection site when the order was placed. */
  address: Type.Optional(OrderAddress),
  lines: Type.Array(OrderLine),
  totals: Totals,
})
export type Order = Static<typeof Order>

/** With 409 `checked_out`: the order, for the device to compare with its waiting work. */
export const BasketCheckedOut = Type.Object({ order: Order })
export type BasketCheckedOut = Static<typeof BasketCheckedOut>

/** With 409 `changed`. */
export const BasketReview = Type.Object({ basket: Basket })
export type BasketReview = Static<typeof BasketReview>

export const CheckoutBody = Strict({
  deliveryDay: nullable(Day),
  /** The lines on screen. Any difference in product, quantity or price is 409 `changed`. */
  lines: Type.Array(Strict({ product_no: ProductNo, quantity: Quantity, unitPricePence: nullable(Pence) }), {
    maxItems: LINES_MAX,
  }),
  totalPence: SumPence,
  /** Compared if given. */
  ...DeliveryChoiceFields,
  deliveryChargePence: Type.Optional(Pence),
  /** An adult receives age-restricted goods; catch-weight lines are billed by weight. */
  confirmations: Strict({ ageRestricted: Type.Boolean(), catchWeight: Type.Boolean() }),
  /** Missing: the account's default. */
  payBy: Type.Optional(oneOf(PAY_WAYS)),
})
export type CheckoutBody = Static<typeof CheckoutBody>

const Repair = Strict({
  kind: oneOf([
    'choose_customer',
    'choose_day',
    'choose_delivery',
    'add_items',
    'add_from_category',
    'set_quantity',
    'remove_line',
    'confirm_age',
    'confirm_catch_weight',
    'ask_office',
  ]),
  product_no: Type.Optional(ProductNo),
  quantity: Type.Optional(Type.Integer({ minimum: 0 })),
  category: Type.Optional(Type.String()),
  missingPence: Type.Optional(SumPence),
})

export const CheckResult = Strict({ error_messages: Type.Array(Type.String()), repairs: Type.Array(Repair) })

/** With 400 `checks_failed`: all checks, passed ones without messages. */
export const ValidationChecks = Type.Object({
  validation_checks: Strict(
    Object.fromEntries(CHECKOUT_CHECKS.map((name) => [name, CheckResult])) as Record<
      (typeof CHECKOUT_CHECKS)[number],
      typeof CheckResult
    >,
  ),
})
export type ValidationChecks = Static<typeof ValidationChecks>

export const CreateBasketBody = Strict({ id: Uuid, customerId: CustomerId, ...DetailsFields })
export const DetailsBody = Strict({
  deliveryDay: Type.Optional(DetailsFields.deliveryDay),
  poNumber: Type.Optional(DetailsFields.poNumber),
  instructions: Type.Optional(DetailsFields.instructions),
  ...DeliveryChoiceFields,
})
export const AddItemBody = Strict({
  product_no: ProductNo,
  quantity: Quantity,
  seenPricePence: nullable(Pence),
})
export const SetItemBody = Strict({ quantity: Quantity, seenPricePence: nullable(Pence) })

export const trollies = {
  list: endpoint('GET', 'basket/new', {
    query: Strict({ v: Type.Optional(Type.Literal('1')), customerId: Type.Optional(CustomerId), ...Paging }),
    reply: listOf(BasketHead),
    access: 'user',
    summary: 'Open trollies of the user’s customers, last changed first.',
  }),
  create: endpoint('POST', 'order/trolly/', {
    body: CreateBasketBody,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'begins',
    summary: 'Create a trolly under an id created by the device.',
  }),
  get: endpoint('GET', 'basket/new/{id}', {
    params: Params,
    reply: Basket,
    access: 'user',
    summary: 'A trolly with its lines; removed lines keep their versions.',
  }),
  update: endpoint('PUT', 'basket/new/{id}', {
    params: Params,
    body: DetailsBody,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    ifMatch: 'details',
    summary: 'Change day, delivery or collection, purchase order number or instructions.',
  }),
  remove: endpoint('DELETE', 'basket/new/{id}', {
    params: Params,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    ifMatch: 'trolly',
    summary: 'Delete a trolly.',
  }),
  addItem: endpoint('POST', 'basket/new/{id}/item', {
    params: Params,
    body: AddItemBody,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    ifMatch: 'present',
    summary: 'Add to the quantity of a product; `If-Match: *` if its line was seen.',
  }),
  setItem: endpoint('PUT', 'basket/new/{id}/item/{productNo}', {
    params: ItemParams,
    body: SetItemBody,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    ifMatch: 'line',
    summary: 'Set the quantity of a product.',
  }),
  removeItem: endpoint('DELETE', 'basket/new/{id}/item/{productNo}', {
    params: ItemParams,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    ifMatch: 'line',
    summary: 'Remove a product from a trolly.',
  }),
  checkout: endpoint('POST', 'basket/new/{id}/checkout', {
    params: Params,
    body: CheckoutBody,
    reply: Order,
    access: 'orderer',
    repeat: 'keyed',
    summary: 'Place the order: all checks, stock and number in one transaction.',
  }),
}
