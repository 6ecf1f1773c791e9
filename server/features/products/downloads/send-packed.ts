import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/routing/refusal.ts'
import { readerEnded, sendInTurn } from '#server/routing/send-in-turn.ts'
import { turns } from '#server/routing/user-turns.ts'
import { encodingFor, gzipOf, type PackedReply, plainStreamOf } from './packed-replies.ts'

/**
 * Sends kept replies, checked before compression. Slow readers cost little: they share compressed bytes or one of few
 * places to unpack, have limited replies each, and are cut off in time.
 */
export type PackedSender = (
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedReply,
) => Promise<never>

/** Window, chunks and socket: 5 MB each at most. */
const PLAIN = { atOnce: 8, waitingMax: 100, waitingEachMax: 30 }
/** Unfinished replies per user: changes are compressed for each alone, 300 kB at most. */
const UNREAD_EACH_MAX = 30
/** Ten times what a 150 kB part takes on the worst connection. */
const READ_WITHIN_MS = 5 * 60_000
/** Clients without compression are programs on fast lines. */
const READ_PLAIN_WITHIN_MS = 60_000

export const packedSender = (): PackedSender => {
  const takeTurn = turns(PLAIN)
  const unread = new Map<string, number>()

  const hold = (userId: string): (() => void) => {
    const count = unread.get(userId) ?? 0
    if (count >= UNREAD_EACH_MAX) throw new Refusal('rate_limited', { retryAfterSeconds: 5 })
    unread.set(userId, count + 1)
    return () => {
      const left = (unread.get(userId) ?? 1) - 1
      if (left > 0) unread.set(userId, left)
      else unread.delete(userId)
    }
  }

  return async (request, reply, packed) => {
    const { userId } = request.requireCaller()
    const encoding = encodingFor(request.headers['accept-encoding'])
    const body = encoding === 'br' ? packed.brotli : encoding === 'gzip' ? await gzipOf(packed) : undefined
    const release = hold(userId)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply
      .header('vary', 'accept-encoding')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')

    if (body !== undefined) {
      void readerEnded(reply, READ_WITHIN_MS).then(release)
      reply.send(body)
      // Tells Fastify that the reply has been sent.
      return reply as never
    }
    return await sendInTurn({ takeTurn, readWithinMs: READ_PLAIN_WITHIN_MS }, request, reply, async () => {
      // Before it is sent, and not returned: a reply that is awaited has ended, and is not seen to close.
      void readerEnded(reply, READ_PLAIN_WITHIN_MS).then(release)
      reply.send(plainStreamOf(packed))
    }).catch((error: unknown) => {
      if (!reply.sent) release()
      throw error
    })
  }
}
