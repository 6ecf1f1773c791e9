import { type Static, Type } from 'typebox'
import { EMPTIES, LINE_PROBLEMS } from '#domain/check-ins.ts'
import { CLAIM_STATES, PHOTO_TYPES, SAID_KINDS } from '#domain/claims.ts'
import { SEVERAL_LINES } from '#domain/typed-text.ts'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import {
  CustomerId,
  Instant,
  Lines,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  Pence,
  sortedBy,
  Uuid,
} from './values.ts'

const Count = Type.Integer({ minimum: 0 })

/** A delivery as it was counted at the door, with its claim, if there is one. */
export const CheckIn = Strict({
  id: Uuid,
  orderId: Uuid,
  orderNo: Type.String(),
  /** This is the device's own time, which may be wrong. */
  at: Instant,
  receivedAt: Instant,
  /** It was made within the time for claims and arrived after it. */
  sentLate: Type.Boolean(),
  by: nullable(Type.String()),
  checked: Type.Array(Count),
  lines: Type.Array(
    Strict({
      position: Count,
      product_no: Type.String(),
      name: Type.String(),
      problem: oneOf(LINE_PROBLEMS),
      /** Less than was sent, where somebody else had claimed some of it. */
      quantity: Count,
      reason: Type.String(),
    }),
  ),
  photos: Type.Array(Strict({ id: Uuid, position: Count })),
  signedBy: Type.String(),
  empties: Type.Array(Strict({ kind: oneOf(EMPTIES), quantity: Count })),
  /** null: all was as ordered, or somebody else had claimed it. */
  claimNo: nullable(Type.String()),
  state: nullable(oneOf(CLAIM_STATES)),
  /** What it comes to, with VAT: an estimate until it is credited; null without a claim. */
  creditPence: nullable(Pence),
  creditNoteNo: nullable(Type.String()),
  said: Type.Array(
    Strict({ at: Instant, kind: oneOf(SAID_KINDS), by: nullable(Type.String()), words: Type.String() }),
  ),
})
export type CheckIn = Static<typeof CheckIn>

export const Claim = Strict({
  ...CheckIn.properties,
  customerId: CustomerId,
  customerName: Type.String(),
  /** The path of an SVG; empty: not signed. */
  signature: Type.String(),
  driverPin: Type.String(),
})
export type Claim = Static<typeof Claim>

export const CLAIM_SORTS = ['claimNo', 'customerName', 'receivedAt'] as const

const Params = Strict({ id: naming(Uuid, 'claim_not_found') })
const words = Lines(2_000)
const required = Type.String({ minLength: 1, maxLength: 2_000, pattern: SEVERAL_LINES })
const ofStaff = { access: 'staff', route: '/maintenance/claims' } as const
const deciding = { params: Params, reply: Claim, ...ofStaff }

export const claims = {
  own: endpoint('GET', 'customer/{id}/check-ins', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    reply: Strict({ data: Type.Array(CheckIn) }),
    access: 'user',
    summary: 'An account’s check-ins of the last 90 days with their claims, latest first.',
  }),
  photo: endpoint('GET', 'check-in-photo/{id}', {
    params: Strict({ id: naming(Uuid, 'photo_not_found') }),
    media: PHOTO_TYPES,
    reply: FileReply,
    access: 'user',
    summary: 'A photo of a check-in. Photos are deleted a year after they were sent.',
  }),
  search: endpoint('POST', 'claim/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(CLAIM_STATES)),
      customerId: Type.Optional(CustomerId),
      sort_by: Type.Optional(sortedBy(CLAIM_SORTS)),
      ...Paging,
    }),
    reply: listOf(Claim),
    ...ofStaff,
    summary: 'Claims on deliveries, latest first.',
  }),
  filters: endpoint('GET', 'claim/search/filters', {
    reply: Strict({
      states: Type.Array(Strict({ state: oneOf(CLAIM_STATES), count: Count })),
      customers: Type.Array(Strict({ id: CustomerId, name: Type.String(), count: Count })),
    }),
    ...ofStaff,
    summary: 'The filters of claims, with counts.',
  }),
  accept: endpoint('POST', 'claim/{id}/accept', {
    ...deciding,
    body: Strict({ words }),
    summary:
      'Accept a claim. Its credit note is made at once or, while the order has no invoice, with the invoice. Accepting it again changes nothing. 409 `claim_decided` once it was refused.',
  }),
  refuse: endpoint('POST', 'claim/{id}/refuse', {
    ...deciding,
    body: Strict({ words: required }),
    summary:
      'Refuse a claim and say why. Refusing it again changes nothing. 409 `claim_decided` once it was accepted.',
  }),
  ask: endpoint('POST', 'claim/{id}/ask', {
    ...deciding,
    body: Strict({
      words: required,
      /** This identifies the question. Older pages do not send it. */
      askId: Type.Optional(Uuid),
    }),
    summary:
      'Ask the customer about a claim. The same `askId` again changes nothing, nor, without one, the words of the last question. 409 `claim_decided` once it is decided.',
  }),
}
