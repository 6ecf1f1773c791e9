import { type Static, Type } from 'typebox'
import { CHECKOUT_CHECKS } from '#domain/checks/check.ts'
import { NOTE_LENGTH_MAX, type SubstitutionChoice } from '#domain/line-terms.ts'
import { PAY_WAYS } from '#domain/payment.ts'
import { ALLERGENS } from '#domain/product.ts'
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
  naming,
  nullable,
  OptionalLine,
  oneOf,
  optional,
  Paging,
  Pence,
  ProductNo,
  SumPence,
  Uuid,
  Version,
  withDefault,
} from './values.ts'

const Params = Strict({ id: naming(Uuid, 'trolly_not_found') })
const ItemParams = Strict({
  id: naming(Uuid, 'trolly_not_found'),
  productNo: naming(ProductNo, 'product_not_found'),
})

const Quantity = Type.Integer({ minimum: 1, maximum: QUANTITY_MAX })

export const Totals = Strict({
  lineCount: Type.Integer({ minimum: 0 }),
  netPence: SumPence,
  discountPence: Type.Optional(SumPence),
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

const Allergens = Type.Array(oneOf(ALLERGENS), { maxItems: ALLERGENS.length })

/** What to do if a line is short. With `take` all fields are given, otherwise the kind alone: `isWhole`, domain/substitution.ts. */
const Substitution = Type.Unsafe<SubstitutionChoice>(
  Strict({
    kind: oneOf(['wait', 'leave_out', 'take']),
    product_no: Type.Optional(ProductNo),
    /** As the customer saw it. */
    seen: Type.Optional(
      Strict({
        name: Type.String({ maxLength: 300 }),
        pack: Type.String({ maxLength: 300 }),
        pricePence: nullable(Pence),
        contains: nullable(Allergens),
        mayContain: nullable(Allergens),
      }),
    ),
    confirmed: Type.Optional(Strict({ contains: Allergens, mayContain: Allergens, unknown: Type.Boolean() })),
  }),
)

/** Missing: as it is. '' and null take it away. */
const TermsFields = {
  note: Type.Optional(OptionalLine(NOTE_LENGTH_MAX)),
  substitution: Type.Optional(nullable(Substitution)),
}

/** `asStored` would make the note obligatory. */
const TermsTold = { ...TermsFields, note: Type.Optional(Type.String()) }

const LineFields = {
  product_no: ProductNo,
  quantity: Type.Integer({ minimum: 0, maximum: QUANTITY_MAX }),
  version: Version,
  removed: Type.Boolean(),
  seenPricePence: nullable(Pence),
  addedAt: Instant,
  /** Part of the order that the trolly replaces, whose stock is already taken. Only present with all lines. */
  orderedQuantity: Type.Optional(Type.Integer({ minimum: 1 })),
  ...TermsTold,
}
export const BasketLine = Strict(LineFields)
export type BasketLine = Static<typeof BasketLine>

export const Basket = Strict({
  ...BasketHead.properties,
  items: Type.Array(Strict({ ...LineFields, product: nullable(Product) })),
  /** The agreed substitutes as they are now; null: no longer sold. */
  substitutes: Type.Optional(Type.Array(Strict({ product_no: ProductNo, product: nullable(Product) }))),
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

export const OrderDiscount = Strict({ discountId: Type.String(), name: Type.String(), pence: SumPence })
export const OrderLine = Strict({
  product_no: ProductNo,
  name: Type.String(),
  pack: Type.String(),
  quantity: Quantity,
  unitPricePence: Pence,
  vatBasisPoints: Type.Integer(),
  /** Less the discounts. */
  netPence: SumPence,
  /** What each discount took off, without VAT; null or missing where none did. */
  discounts: Type.Optional(nullable(Type.Array(OrderDiscount))),
  catchWeight: Type.Boolean(),
  /** These are the terms as they were when the order was placed. */
  ...TermsTold,
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

const SeenLine = Strict({
  product_no: ProductNo,
  quantity: Quantity,
  unitPricePence: nullable(Pence),
  /** Older devices show neither. */
  ...TermsFields,
})
const Confirmations = Strict({ ageRestricted: Type.Boolean(), catchWeight: Type.Boolean() })

/** What the person saw. Any difference from a field that is given is 409 `changed`. */
const CheckoutBody = Strict({
  deliveryDay: Type.Optional(nullable(Day)),
  lines: Type.Optional(Type.Array(SeenLine, { maxItems: LINES_MAX })),
  totalPence: Type.Optional(SumPence),
  ...DeliveryChoiceFields,
  deliveryChargePence: Type.Optional(Pence),
  /** An adult receives age-restricted goods; catch-weight lines are billed by weight. Missing: not confirmed. */
  confirmations: Type.Optional(Confirmations),
  /** Missing: the account's default. */
  payBy: Type.Optional(oneOf(PAY_WAYS)),
})
/** Devices send everything that was on screen. */
export type CheckoutBody = Static<typeof CheckoutBody> &
  Required<Pick<Static<typeof CheckoutBody>, 'deliveryDay' | 'lines' | 'totalPence' | 'confirmations'>>

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

const OptionalDetails = {
  deliveryDay: Type.Optional(DetailsFields.deliveryDay),
  poNumber: Type.Optional(DetailsFields.poNumber),
  instructions: Type.Optional(DetailsFields.instructions),
  ...DeliveryChoiceFields,
}
export const CreateBasketBody = Strict({
  id: Type.Optional(Uuid),
  customerId: Type.Optional(CustomerId),
  ...OptionalDetails,
})

/** Missing: the price that the line was last seen at; a new line has none. */
const SeenPricePence = Type.Optional(nullable(Pence))

/** An earlier server may have sent fewer fields. */
const PartOfProduct = Strict(optional(Product.properties))
const PartOfTotals = Strict(optional(Totals.properties))

/**
 * A trolly as it was read, or any part of it. Details and the quantities of the given items are set; other items stay.
 * A version says what was seen, as `If-Match` does.
 */
export const BasketBody = Strict({
  ...OptionalDetails,
  items: Type.Optional(
    Type.Array(
      Strict({
        product_no: ProductNo,
        /** 0 removes the line. Missing: as it is, or 1 of a product that is not in the trolly. */
        quantity: Type.Optional(LineFields.quantity),
        version: Type.Optional(Version),
        removed: Type.Optional(Type.Boolean()),
        seenPricePence: SeenPricePence,
        /** The server's own, as it was read: not compared. */
        addedAt: Type.Optional(Instant),
        orderedQuantity: LineFields.orderedQuantity,
        /** Set by their own call: not compared. */
        ...TermsFields,
        product: Type.Optional(nullable(PartOfProduct)),
      }),
      // With removed ones.
      { maxItems: 2 * LINES_MAX },
    ),
  ),
  detailsVersion: Type.Optional(Version),
  /** These may be repeated, but not changed. */
  id: Type.Optional(Uuid),
  customerId: Type.Optional(CustomerId),
  state: Type.Optional(oneOf(TROLLY_STATES)),
  replacesOrderId: Type.Optional(nullable(Uuid)),
  replacesOrderNo: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  /** The server's own, as they were read: not compared. */
  version: Type.Optional(Version),
  priceListId: Type.Optional(BasketHead.properties.priceListId),
  createdAt: Type.Optional(Instant),
  updatedAt: Type.Optional(Instant),
  totals: Type.Optional(PartOfTotals),
  substitutes: Type.Optional(
    Type.Array(Strict({ product_no: ProductNo, product: nullable(PartOfProduct) }), { maxItems: LINES_MAX }),
  ),
})
export type BasketBody = Static<typeof BasketBody>

/** A full trolly as it was read: a line takes about 800 bytes with its product, and as many again with a substitute. */
const BASKET_BYTES_MAX = 2 * LINES_MAX * 2_000

/** A line with its note and an agreed substitute. */
const CHECKOUT_BYTES_MAX = LINES_MAX * 1_500

export const AddItemBody = Strict({
  product_no: ProductNo,
  /** Missing: 1. */
  quantity: Type.Optional(Quantity),
  seenPricePence: SeenPricePence,
})
export const SetTermsBody = Strict(TermsFields)
export const SetItemBody = Strict({ quantity: Quantity, seenPricePence: SeenPricePence })

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
    summary: 'Create a trolly, under an id created by the device if one is given.',
  }),
  get: endpoint('GET', 'basket/new/{id}', {
    params: Params,
    reply: Basket,
    access: 'user',
    summary: 'A trolly with its lines; removed lines keep their versions.',
  }),
  update: endpoint('PUT', 'basket/new/{id}', {
    params: Params,
    body: BasketBody,
    bodyBytesMax: BASKET_BYTES_MAX,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    ifMatch: 'details',
    summary:
      'Change day, delivery or collection, purchase order number, instructions, or the quantities of the items given.',
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
  setTerms: endpoint('PUT', 'basket/new/{id}/item/{productNo}/terms', {
    params: ItemParams,
    body: SetTermsBody,
    reply: BasketChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    summary:
      'Set a line’s note, and what to do if it is short. 422 `allergens_not_confirmed` with the `difference` if the substitute adds what is not confirmed.',
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
    bodyBytesMax: CHECKOUT_BYTES_MAX,
    reply: Order,
    access: 'orderer',
    repeat: 'keyed',
    summary:
      'Place the order: all checks, stock and number in one transaction. Without a body, the trolly as it is.',
  }),
}
