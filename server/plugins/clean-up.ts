import fp from 'fastify-plugin'
import type { Database } from '#server/db/database.ts'
import { type Connection, withConnection } from '#server/db/transaction.ts'

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
  /** Each runs within the connection's transaction. */
  tasks: ((connection: Connection) => Promise<unknown>)[]
}

/** Every hour one instance deletes expired data. */
export const cleanUp = fp(
  async (app, { database, tasks }: CleanUpOptions) => {
    app.decorate('cleanUp', () =>
      withConnection(database, async (connection) => {
        await connection.$client.query('BEGIN')
        const { rows } = await connection.$client.query<{ got: boolean }>(
          'SELECT pg_try_advisory_xact_lock($1, $2) AS got',
          [...LOCK],
        )
        const got = rows[0]?.got === true
        if (got) for (const task of tasks) await task(connection)
        await connection.$client.query('COMMIT')
        return got
      }),
    )
    let timer: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      timer = setInterval(() => {
        app.cleanUp().catch((error: unknown) => app.log.error({ err: error }, 'clean-up failed'))
      }, EVERY_MS)
      timer.unref()
    })
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'clean-up' },
)
