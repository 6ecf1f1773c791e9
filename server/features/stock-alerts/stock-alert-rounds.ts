import fp from 'fastify-plugin'
import type { Database } from '#server/db/database.ts'
import { inTransaction, withLock } from '#server/db/transaction.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import { tellOfStock } from './tell-of-stock.ts'

const EVERY_MS = 10_000
/** Our advisory lock number ('trol', 'stoc'). */
const LOCK = [0x74726f6c, 0x73746f63] as const

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells everybody whose product is back. @returns how many alerts came true; undefined if another instance is at it */
    tellOfStock: () => Promise<number | undefined>
  }
}

/**
 * Whatever brought the stock (an import, a cancelled order, another price list), the tables say which alerts came true. One
 * instance at a time looks, so that a person gets one mail for all of them.
 */
export const stockAlertRounds = fp(
  async (app, { database, now }: { database: Database; now: () => Date }) => {
    app.decorate('tellOfStock', () =>
      withLock(database, LOCK, async () => {
        const told = await inTransaction(database, (connection) => tellOfStock(connection, now()))
        if (told > 0) app.log.info({ told }, 'stock alerts came true')
        return told
      }),
    )
    runRounds(app, { name: 'stock alert', everyMs: EVERY_MS, round: app.tellOfStock })
  },
  { name: 'stock-alert-rounds' },
)
