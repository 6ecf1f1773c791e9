import { Type } from 'typebox'
import { EMPTIES, LINE_PROBLEMS } from '#domain/check-ins.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, Lines, naming, OptionalLine, oneOf, Uuid } from './values.ts'

// What devices send of a delivery at the door. What they read of it is in claims.ts, which fewer pages load.

const Position = Type.Integer({ minimum: 0, maximum: 9_999 })
const Quantity = Type.Integer({ minimum: 1, maximum: 9_999 })
const PIN_OR_NONE = '^([0-9]{4})?$'
/** Moves and lines alone: it is drawn into other people's pages. */
const SVG_PATH = '^[ML0-9 ]*$'

const ofOrder = Strict({ id: naming(Uuid, 'order_not_found') })
const ofCheckIn = Strict({ ...ofOrder.properties, checkInId: naming(Uuid, 'claim_not_found') })

const keyed = { reply: Strict({ id: Uuid }), access: 'user', repeat: 'keyed' } as const

export const checkIns = {
  create: endpoint('POST', 'order/transaction/{id}/check-in', {
    ...keyed,
    params: ofOrder,
    body: Strict({
      checkInId: Uuid,
      at: Instant,
      checked: Type.Array(Position, { maxItems: 1_000 }),
      lines: Type.Array(
        Strict({
          position: Position,
          problem: oneOf(LINE_PROBLEMS),
          quantity: Quantity,
          /** What of it the person knew to be claimed already: more than that is claimed once only. */
          seenQuantity: Type.Integer({ minimum: 0, maximum: 9_999 }),
          reason: Lines(500),
        }),
        { maxItems: 500 },
      ),
      signedBy: OptionalLine(100),
      signature: Type.String({ maxLength: 8_000, pattern: SVG_PATH }),
      driverPin: Type.String({ maxLength: 4, pattern: PIN_OR_NONE }),
      empties: Type.Array(Strict({ kind: oneOf(EMPTIES), quantity: Quantity }), {
        maxItems: EMPTIES.length,
      }),
    }),
    summary:
      'Check in a delivery: what was there, and what was short, damaged, wrong or warm, which makes a claim. The same `checkInId` again changes nothing. What others have claimed already is left out, and so are lines that are too late, which the claim’s history names. 422 `claim_too_late` where all are, `not_delivered_yet`.',
  }),
  addPhoto: endpoint('POST', 'order/transaction/{id}/check-in/{checkInId}/photo', {
    ...keyed,
    params: ofCheckIn,
    /** Base64 takes a third more than the photo's own bytes. */
    bodyBytesMax: 560_000,
    body: Strict({
      photoId: Uuid,
      position: Position,
      data: Type.String({ minLength: 4, maxLength: 533_336, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    }),
    summary:
      'Add a photo to a line of a check-in, JPEG or WebP in Base64. The same `photoId` again changes nothing. 422 `photo_unreadable`, `too_many_photos`.',
  }),
  answer: endpoint('POST', 'order/transaction/{id}/check-in/{checkInId}/answer', {
    ...keyed,
    params: ofCheckIn,
    body: Strict({ answerId: Uuid, words: Lines(2_000) }),
    summary:
      'Answer what the office asked about a claim. The same `answerId` again changes nothing. 409 `claim_decided`.',
  }),
}
