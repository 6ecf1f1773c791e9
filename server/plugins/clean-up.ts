import fp from 'fastify-plugin'
import type { Database } from '#server/db/database.ts'
import { type Connection, withLock } from '#server/db/transaction.ts'
import { runRounds } from './rounds.ts'

const EVERY_MS = 60 * 60_000
/** Our advisory lock number ('trol', 'clea'). */
const LOCK = [0x74726f6c, 0x636c6561] as const

declare module 'fastify' {
  interface FastifyInstance {
    /** Deletes expired data. False if another instance is at it. */
    cleanUp: () => Promise<boolean>
  }
}

export type CleanUpOptions = {
  database: Database
  tasks: ((connection: Connection) => Promise<unknown>)[]
}

/** Every hour one instance deletes expired data. */
export const cleanUp = fp(
  async (app, { database, tasks }: CleanUpOptions) => {
    app.decorate('cleanUp', async () => {
      const done = await withLock(database, LOCK, async (connection) => {
        for (const task of tasks) await task(connection)
        return true
      })
      return done === true
    })
    runRounds(app, { name: 'clean-up', everyMs: EVERY_MS, round: app.cleanUp })
  },
  { name: 'clean-up' },
)
