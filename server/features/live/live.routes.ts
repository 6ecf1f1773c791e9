import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { live } from '#contract/live.ts'
import type { Api } from '#server/routing/api.ts'
import type { LiveStream, LiveStreams } from './live-streams.ts'

/** A reader that takes nothing for so long is as good as gone, and catches up when it comes back. */
const UNREAD_MOST_BYTES = 64 * 1_024

export const liveRoutes = (api: Api, streams: LiveStreams): void => {
  api.route(live.follow, async ({ user, query, reply }) => {
    const text = new Readable({ read: () => {} })
    const { leave } = await streams.open(user, query.customerId, streamOf(text, reply))
    // Also where the reader has left meanwhile: no event would come.
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
    return await sendUnbuffered(reply, text)
  })
}

const streamOf = (text: Readable, { raw }: FastifyReply): LiveStream => {
  let hasEnded = false
  return {
    write: (part) => {
      if (hasEnded) return
      if (text.readableLength > UNREAD_MOST_BYTES) raw.destroy()
      else text.push(part)
    },
    end: () => {
      hasEnded = true
      text.push(null)
    },
  }
}

const sendUnbuffered = (reply: FastifyReply, text: Readable): Promise<never> =>
  reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // For nginx, which would gather 4 or 8 kB before it passes anything on.
      'x-accel-buffering': 'no',
    })
    .send(text) as never
