import fp from 'fastify-plugin'
import type { Database } from '#server/db/database.ts'
import { refreshProductDocuments } from '#server/db/products/product-documents.ts'
import { deriveSalesRanks } from '#server/db/products/sales-ranks.ts'
import { withLock } from '#server/db/transaction.ts'

const EVERY_MS = 60_000
const DERIVED_EVERY_MS = 86_400_000
/** Our advisory lock number ('trol', 'sear'). */
const LOCK = [0x74726f6c, 0x73656172] as const

/** At start and every minute, on one instance: products written without the server, or by another build. */
export const productDocuments = fp(
  async (app, { database }: { database: Database }) => {
    let derivedAt = 0
    const refresh = (): Promise<number | undefined> =>
      withLock(database, LOCK, async (connection) => {
        if (Date.now() - derivedAt > DERIVED_EVERY_MS) {
          await deriveSalesRanks(connection, new Date())
          derivedAt = Date.now()
        }
        // No transaction: results are available at once, and a stop loses little.
        return await refreshProductDocuments(connection)
      })
    let timer: NodeJS.Timeout | undefined
    let last: Promise<void> = Promise.resolve()
    const run = (): void => {
      last = last
        .then(refresh)
        .then((made = 0) => {
          if (made > 0) app.log.info({ made }, 'product documents made')
        })
        .catch((error: unknown) => app.log.error({ err: error }, 'product documents not made'))
    }
    app.addHook('onListen', async () => {
      run()
      timer = setInterval(run, EVERY_MS)
      timer.unref()
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await last
    })
  },
  { name: 'product-documents' },
)
