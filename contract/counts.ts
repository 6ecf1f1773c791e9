import { type Static, Type } from 'typebox'
import { COUNT_STATES } from '#domain/counts/count.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Instant, naming, nullable, oneOf, ProductNo, Uuid } from './values.ts'

const Params = { id: naming(CustomerId, 'customer_not_found'), countId: naming(Uuid, 'count_not_found') }

export const CountEntry = Strict({
  product_no: ProductNo,
  /** On the shelf, in half packs; null: skipped. */
  halves: nullable(Type.Integer({ minimum: 0, maximum: 2 * QUANTITY_MAX })),
  countedAt: Instant,
})

/** The first change of a count begins it, whichever that is. */
const Start = { templateId: Uuid, startedAt: Instant }

export const CountHead = { id: Uuid, ...Start, startedByName: Type.String(), state: oneOf(COUNT_STATES) }

export const CountChanged = Strict({ ...CountHead, entry: nullable(CountEntry) })
export type CountChanged = Static<typeof CountChanged>

const change = { reply: CountChanged, access: 'user', repeat: 'keyed', batch: 'member' } as const

export const counts = {
  enter: endpoint('PUT', 'customer/{id}/count/{countId}/item/{productNo}', {
    ...change,
    params: Strict({ ...Params, productNo: naming(ProductNo, 'item_not_found') }),
    body: Strict({ ...Start, halves: CountEntry.properties.halves, countedAt: Instant }),
    summary: 'Enter what the shelf holds of a product, or skip it. Begins the count unless it has begun.',
  }),
  close: endpoint('PUT', 'customer/{id}/count/{countId}', {
    ...change,
    params: Strict(Params),
    body: Strict({ ...Start, state: oneOf(COUNT_STATES), trollyId: Type.Optional(Uuid) }),
    summary: 'Finish a count, with the trolly it became, discard it, or reopen a discarded one.',
  }),
}
