import { type Static, Type } from 'typebox'
import { OPERATIONS_MAX } from '#domain/outbox/lane.ts'
import { endpoint, METHODS, Strict } from './endpoint.ts'
import { oneOf, Uuid } from './values.ts'

/** The exact bytes of one call, processed as if sent alone. */
const InnerCall = Strict({
  method: oneOf(METHODS),
  path: Type.String({ maxLength: 800, pattern: '^/' }),
  headers: Strict({
    'idempotency-key': Uuid,
    'if-match': Type.Optional(Type.String({ maxLength: 40 })),
  }),
  body: Type.String({ maxLength: 8_000 }),
})

export const OperationsBody = Strict({
  operations: Type.Array(InnerCall, { minItems: 1, maxItems: OPERATIONS_MAX }),
})
export type OperationsBody = Static<typeof OperationsBody>

export const OperationsReply = Strict({
  results: Type.Array(
    Strict({
      key: Uuid,
      status: Type.Integer(),
      body: Type.String(),
      retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ),
})
export type OperationsReply = Static<typeof OperationsReply>

export const operations = {
  run: endpoint('POST', 'operations', {
    body: OperationsBody,
    reply: OperationsReply,
    access: 'user',
    repeat: 'plain',
    summary: 'Several changes in one call, each with its own key, in order. Takes the calls marked for it.',
  }),
}
