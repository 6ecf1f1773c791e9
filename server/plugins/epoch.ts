import fp from 'fastify-plugin'
import { ApiHeaders } from '#contract/endpoint.ts'
import { within } from '#server/within.ts'

export type Epoch = {
  current: () => string | undefined
  see: (epoch: string) => void
  /** Reads it once. If the database does not answer, the request will find out. */
  ensure: () => Promise<void>
}

/** Leaves the request time for its own statements. */
const READ_MS = 1_000

/** A restore sets another epoch, which makes devices download everything again. Every reply carries it. */
export const epochOf = (read: () => Promise<string | undefined>): Epoch => {
  let known: string | undefined
  let reading: Promise<void> | undefined
  const readOnce = async (): Promise<void> => {
    known ??= await read().catch(() => undefined)
    reading = undefined
  }
  return {
    current: () => known,
    see: (epoch) => {
      known = epoch
    },
    ensure: async () => {
      reading ??= readOnce()
      await within(READ_MS, reading).catch(() => {})
    },
  }
}

export const epochHeaders = (epoch: Epoch): Record<string, string> => {
  const current = epoch.current()
  return current === undefined ? {} : { [ApiHeaders.epoch]: current }
}

export const epochHeader = fp(
  async (app, { epoch }: { epoch: Epoch }) => {
    app.addHook('onRequest', async () => {
      if (epoch.current() === undefined) await epoch.ensure()
    })
    app.addHook('onSend', async (_request, reply) => {
      reply.headers(epochHeaders(epoch))
    })
  },
  { name: 'epoch-header' },
)
