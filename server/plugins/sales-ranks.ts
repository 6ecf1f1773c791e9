import fp from 'fastify-plugin'
import { DAY_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { deriveSalesRanks } from '#server/db/products/sales-ranks.ts'
import { withLock } from '#server/db/transaction.ts'
import { runRounds } from './rounds.ts'

/** Our advisory lock number ('trol', 'rank'). */
const LOCK = [0x74726f6c, 0x72616e6b] as const

/** At start and every day, on one instance. */
export const salesRanks = fp(
  async (app, { database }: { database: Database }) => {
    runRounds(app, {
      name: 'sales ranks',
      everyMs: DAY_MS,
      round: () => withLock(database, LOCK, (connection) => deriveSalesRanks(connection, new Date())),
      fromStart: true,
    })
  },
  { name: 'sales-ranks' },
)
