import { Type } from 'typebox'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import { TrackedOrder } from './orders.ts'
import { naming, Uuid } from './values.ts'

const Quantity = Type.Integer({ minimum: 0, maximum: QUANTITY_MAX })

/** Each revision of an order has an id of its own, so the id says which revision was seen. */
export const picking = {
  pick: endpoint('POST', 'order/transaction/{id}/pick', {
    params: Strict({ id: naming(Uuid, 'order_not_found') }),
    body: Strict({
      lines: Type.Array(
        Strict({
          position: Type.Integer({ minimum: 0, maximum: 9_999 }),
          /** How many of those ordered are missing. 0 takes back what was said before. */
          shortQuantity: Quantity,
          /** How many of these the agreed substitute replaces; missing: none. */
          substituteQuantity: Type.Optional(Quantity),
        }),
        { minItems: 1, maxItems: 1_000 },
      ),
    }),
    reply: TrackedOrder,
    access: 'staff',
    repeat: 'keyed',
    summary:
      'Say what is missing of an order’s lines, and send the substitutes that were agreed for them. Lines that are not named stay; the same again changes nothing. 409 `order_closed` once it is delivered or checked in, `agreement_broken` with `broken` where the substitute may not come any more, `substitute_out_of_stock`; 422 `nothing_agreed`.',
  }),
}
