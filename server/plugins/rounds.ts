import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Requests have 2 s to end at a shutdown, and so has a round. */
const END_MS = 1_500

/** Runs again and again while the app listens, one round at a time. A shutdown waits a moment for the one under way. */
export const runRounds = (
  app: FastifyInstance,
  {
    name,
    everyMs,
    round,
  }: { name: string; everyMs: number; round: (signal: AbortSignal) => Promise<unknown> },
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
    timer = setInterval(begin, everyMs)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    closing.abort()
    await Promise.race([underWay, delay(END_MS, undefined, { ref: false })])
  })
}
