import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Turns } from './user-turns.ts'

/**
 * Sends a stream whose turn lasts until the reader has finished or left.
 * @param send calls `reply.send`
 * @param readWithinMs after which a reader is cut off, lest it keep its place
 * @throws Refusal `rate_limited` when too many wait; the errors of `send`
 */
export const sendInTurn = (
  { takeTurn, readWithinMs }: { takeTurn: Turns; readWithinMs: number },
  request: FastifyRequest,
  reply: FastifyReply,
  send: () => Promise<unknown>,
): Promise<never> =>
  new Promise((resolve, reject) => {
    const { userId } = request.requireCaller()
    takeTurn({ userId, signal: request.signal }, async () => {
      await send()
      // Tells Fastify that the reply has been sent.
      resolve(reply as never)
      await readerEnded(reply, readWithinMs)
    }).catch(reject)
  })

/** Resolves when the reader finishes or leaves; cuts it off in time. */
export const readerEnded = ({ raw }: FastifyReply, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    // Already closed: no further event comes.
    if (raw.closed) return resolve()
    const cut = setTimeout(() => raw.destroy(), withinMs)
    cut.unref()
    raw.once('close', () => {
      clearTimeout(cut)
      resolve()
    })
  })
