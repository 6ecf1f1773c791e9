import { type Static, Type } from 'typebox'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import { CustomerId, nullable, ProductNo, Uuid, Version } from './values.ts'

/**
 * What a message of the stream says: that something has changed, never to what. The device reads what it lacks by the calls it has
 * for that, so no datum has two owners. Every part is optional, and a device ignores parts that it does not know.
 */
export const LiveNews = Type.Object({
  /** Whatever changed before this message was not told: compare versions. The first message of each stream says so. */
  catchUp: Type.Optional(Type.Boolean()),
  trollies: Type.Optional(Type.Array(Strict({ id: Uuid, version: Version }))),
  orders: Type.Optional(Type.Array(Uuid)),
  /** Those whose stock or facts changed; null: too many to name. */
  products: Type.Optional(nullable(Type.Array(ProductNo))),
  /** Trollies that somebody has opened or left. */
  viewers: Type.Optional(Type.Array(Uuid)),
})
export type LiveNews = Static<typeof LiveNews>

/** Within this time a stream sends something, if only a comment. */
export const LIVE_BEAT_MS = 20_000

export const live = {
  follow: endpoint('GET', 'live', {
    query: Strict({ v: Type.Optional(Type.Literal('1')), customerId: CustomerId }),
    reply: FileReply,
    media: 'text/event-stream',
    access: 'user',
    summary:
      'A stream of server-sent events that says which trollies, orders and products of an account have changed. Its data is `LiveNews`.',
  }),
}
