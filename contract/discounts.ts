import { type Static, Type } from 'typebox'
import { DISCOUNT_KINDS } from '#domain/discounts.ts'
import { endpoint, Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { DiscountTrial } from './trials.ts'
import { Code, CustomerId, Day, Line, nullable, oneOf, Pence, ProductNo, Uuid } from './values.ts'

/** What is taken off some customers' goods. A limit that is null does not apply (domain/discounts.ts). */
export const DiscountFields = Strict({
  /** The wholesaler's own, such as `spring-dairy`. */
  code: Code,
  name: Line(60),
  customerId: nullable(CustomerId),
  priceListId: nullable(Line(40)),
  productNo: nullable(ProductNo),
  brand: nullable(Line(100)),
  category: nullable(Line(100)),
  kind: oneOf(DISCOUNT_KINDS),
  basisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
  offUnitPence: Pence,
  minimumUnits: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  minimumNetPence: Pence,
  validFrom: nullable(Day),
  validTo: nullable(Day),
  combines: Type.Boolean(),
  onPromotions: Type.Boolean(),
  capPence: nullable(Pence),
  active: Type.Boolean(),
})
export type DiscountFields = Static<typeof DiscountFields>
export type MaintainedDiscount = Kept<DiscountFields>

const ROUTE = '/maintenance/discounts'

export const discounts = {
  ...maintainedCalls({
    noun: 'discount',
    route: ROUTE,
    fields: DiscountFields,
    filters: { active: Type.Boolean(), customerId: CustomerId, day: Day },
    sorts: ['code', 'name', 'validFrom', 'updated_at'],
    words: ['a discount', 'discounts'],
  }),
  trial: endpoint('POST', 'discount/trial', {
    // The id of one that is being changed, which is left out of what it is compared with.
    body: Strict({ id: Type.Optional(Uuid), ...DiscountFields.properties }),
    reply: DiscountTrial,
    access: 'staff',
    route: ROUTE,
    summary:
      'What a discount, on any day, would have done to the orders of the last four weeks. Nothing is saved.',
  }),
}
