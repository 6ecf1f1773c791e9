import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/routing/refusal.ts'
import { encodingFor, gzipOf, type PackedReply, plainStreamOf } from './packed-replies.ts'
import { turns } from './turns.ts'

/**
 * Sends a download's reply as it is kept; it was checked against the contract before it was compressed. A reader that is
 * slow, or reads nothing, costs little: it shares the compressed bytes, or holds one of few places to unpack them, has a
 * bounded number of replies under way, and is cut off when its time is over.
 */
export type PackedSender = (
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedReply,
) => Promise<never>

/** The window of each, its chunks and what the socket holds: 5 MB at most. */
const PLAIN = { atOnce: 8, waitingMax: 100, waitingEachMax: 30 }
/** Replies to one user that are not read to the end: changes are compressed for each alone, 300 kB at most. */
const UNREAD_EACH_MAX = 30
/** A part is 150 kB: ten times what it takes on the worst signal. */
const READ_WITHIN_MS = 5 * 60_000
/** What takes no compression is a program, on a line that carries a megabyte in a minute. */
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
      void ended(reply, READ_WITHIN_MS).then(release)
      reply.send(body)
    } else {
      await new Promise<void>((resolve, reject) => {
        takeTurn({ userId, signal: request.signal }, async () => {
          reply.send(plainStreamOf(packed))
          resolve()
          await ended(reply, READ_PLAIN_WITHIN_MS)
        })
          .catch(reject)
          .finally(release)
      })
    }
    // The reply has gone: Fastify takes this as the sign of it.
    return reply as never
  }
}

/** Resolves when the reply has been read or its reader has gone; cuts it off after the time given. */
const ended = ({ raw }: FastifyReply, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    // Gone before the reply was made: it does not close a second time.
    if (raw.closed) return resolve()
    const cut = setTimeout(() => raw.destroy(), withinMs)
    cut.unref()
    raw.once('close', () => {
      clearTimeout(cut)
      resolve()
    })
  })
