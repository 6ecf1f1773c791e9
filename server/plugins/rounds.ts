import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Requests have 2 s to end at a shutdown, and so has a round. */
const END_MS = 1_500

/**
 * The one loop of all work beside requests: again and again while the app listens, one round at a time. What a round has to
 * do is in the tables alone, so a killed one loses nothing. A shutdown waits a moment for the one under way.
 * @param fromStart begins with a round instead of a wait
 */
export const runRounds = (
  app: FastifyInstance,
  {
    name,
    everyMs,
    round,
    fromStart = false,
  }: {
    name: string
    everyMs: number
    round: (signal: AbortSignal) => Promise<unknown>
    fromStart?: boolean
  },
): void => {
  const closing = new AbortController()
  let underWay: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    underWay ??= round(closing.signal)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) app.log.error({ err: error }, `${name} round failed`)
      })
      .finally(() => {
        underWay = undefined
      })
  }
  app.addHook('onListen', async () => {
    if (fromStart) begin()
    timer = setInterval(begin, everyMs)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    closing.abort()
    await Promise.race([underWay, delay(END_MS, undefined, { ref: false })])
  })
}
