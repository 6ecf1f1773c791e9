import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Runs work once a reply has gone, or its connection. It is logged if it fails, since nobody waits for it. */
export type AfterReply = (reply: FastifyReply, work: () => Promise<void>) => void

/** A shutdown waits until these have finished. */
export const afterReplyOf = (app: FastifyInstance): AfterReply => {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  return (reply, work) => {
    finished(reply.raw, () => {
      const running = work()
        .catch((error: unknown) => reply.log.error({ err: error }, 'work after a reply failed'))
        .finally(() => underWay.delete(running))
      underWay.add(running)
    })
  }
}
