import { Type } from 'typebox'
import { ALLERGENS } from '#domain/product.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Day, Instant, naming, nullable, oneOf, ProductNo, Uuid } from './values.ts'

// Apart from `safetyNotices`, which loads before an open trolly.

export const Declared = Strict({
  contains: nullable(Type.Array(oneOf(ALLERGENS))),
  mayContain: nullable(Type.Array(oneOf(ALLERGENS))),
})

export const RecallWords = Strict({
  reference: Type.String(),
  batches: Type.Array(Type.String()),
  useBy: Type.String(),
  reason: Type.String(),
  action: Type.String(),
  advice: Type.String(),
  /** The first delivery day of the goods. */
  boughtSince: Type.Optional(Day),
})

const OwnNotice = Strict({
  id: Uuid,
  edition: Type.Integer(),
  at: Instant,
  products: Type.Array(
    Strict({
      product_no: ProductNo,
      name: Type.String(),
      pack: Type.String(),
      /** 0: none is bought, but it may come as an agreed substitute. */
      quantity: Type.Integer(),
      lastBought: Day,
    }),
  ),
  before: nullable(Declared),
  after: nullable(Declared),
  recall: nullable(RecallWords),
  isRead: Type.Boolean(),
})

export const ownSafetyNotices = {
  list: endpoint('GET', 'customer/{id}/safety-notices', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    reply: Strict({
      data: Type.Array(OwnNotice),
      /** Apart, since earlier builds take all of `data` as unconfirmed. */
      confirmed: Type.Optional(Type.Array(OwnNotice)),
    }),
    access: 'user',
    summary:
      'Changed allergens and recalls of what the customer bought that nobody has confirmed yet, in their order; under `confirmed`, the recalls that somebody has, until they are withdrawn.',
  }),
}
