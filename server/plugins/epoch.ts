import fp from 'fastify-plugin'
import { ApiHeaders } from '#contract/endpoint.ts'

export type Epoch = {
  /** The database's epoch, as it was last read; undefined before that. */
  current: () => string | undefined
  see: (epoch: string) => void
  /** Reads it where it has never been read; a database that does not answer is the request's own to find out. */
  ensure: () => Promise<void>
}

/** A restore from a backup sets another epoch, and devices then read everything anew. Every reply carries it. */
export const epochOf = (read: () => Promise<string | undefined>): Epoch => {
  let known: string | undefined
  return {
    current: () => known,
    see: (epoch) => {
      known = epoch
    },
    ensure: async () => {
      known ??= await read().catch(() => undefined)
    },
  }
}

/** The header for a reply, where the epoch is known. */
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
