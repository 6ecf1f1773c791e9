import fp from 'fastify-plugin'
import { DAY_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { refreshProductDocuments } from '#server/db/products/product-documents.ts'
import { deriveSalesRanks } from '#server/db/products/sales-ranks.ts'
import { withLock } from '#server/db/transaction.ts'
import { runRounds } from './rounds.ts'

const EVERY_MS = 60_000
/** Our advisory lock number ('trol', 'sear'). */
const LOCK = [0x74726f6c, 0x73656172] as const

/** At start and every minute, on one instance: products written without the server, or by another build. */
export const productDocuments = fp(
  async (app, { database }: { database: Database }) => {
    let derivedAt = Number.NEGATIVE_INFINITY
    const refresh = async (): Promise<void> => {
      const made = await withLock(database, LOCK, async (connection) => {
        if (performance.now() - derivedAt > DAY_MS) {
          await deriveSalesRanks(connection, new Date())
          derivedAt = performance.now()
        }
        // No transaction: results are available at once, and a stop loses little.
        return await refreshProductDocuments(connection)
      })
      if (made) app.log.info({ made }, 'product documents made')
    }
    runRounds(app, { name: 'product documents', everyMs: EVERY_MS, round: refresh, fromStart: true })
  },
  { name: 'product-documents' },
)
