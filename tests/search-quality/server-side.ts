import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { type Endpoint, pathOf, type ReplyOf } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import { buildApp } from '#server/app.ts'
import { readImportArguments } from '#server/cli/import-arguments.ts'
import { openSource } from '#server/cli/source.ts'
import { readConfig } from '#server/config.ts'
import { closeDatabase, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { importCsv } from '#server/features/import/import.service.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'

/** No data has to survive a power cut. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

type CallInput = { params?: unknown; query?: unknown; body?: unknown }

export type Shop = {
  customerId: string
  priceListId: string
  trollyId: string
  call: <E extends Endpoint>(endpoint: E, input?: CallInput) => Promise<ReplyOf<E>>
}

/** The real server in this process, on its own PostgreSQL with a file's products, and a user. */
export const withShop = async <Result>(
  file: string,
  mapping: string,
  work: (shop: Shop) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'trolly-search-quality-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, mode: 'own', settings: SETTINGS })
  try {
    await migrateDatabase(postgres.url)
    const database = openDatabase({ url: postgres.url, connections: 4, applicationName: 'search quality' })
    try {
      const request = readImportArguments(['products', file, '--mapping', mapping])
      if (request === 'help') throw new Error('The import was not understood')
      const source = await openSource(request.file)
      await importCsv(database, {
        ...request,
        kind: 'products',
        source,
        passwords: { unusableHash: async () => '' },
      })
      const app = await buildApp({
        config: { ...readConfig({}), env: 'test', rateLimitFactor: 0 },
        database,
        log: { level: 'error' },
      })
      try {
        const customer = await aCustomer(database)
        const { token } = await aUser(database, { customerIds: [customer.id] })
        const call: Shop['call'] = async (endpoint, { params, query, body } = {}) => {
          const reply = await app.inject({
            method: endpoint.method,
            url: pathOf(
              endpoint,
              (params ?? {}) as Record<string, string>,
              (query ?? {}) as Record<string, string>,
            ),
            headers: { authorization: `Bearer ${token}`, 'idempotency-key': uuidv7() },
            ...(body !== undefined && { payload: body as object }),
          })
          if (reply.statusCode !== 200)
            throw new Error(`${endpoint.path}: ${reply.statusCode} ${reply.payload}`)
          return reply.json()
        }
        const trollyId = uuidv7()
        const draft = {
          id: trollyId,
          customerId: customer.id,
          deliveryDay: null,
          poNumber: '',
          instructions: '',
        }
        await call(trollies.create, { body: draft })
        return await work({ customerId: customer.id, priceListId: customer.priceListId, trollyId, call })
      } finally {
        await app.close()
      }
    } finally {
      await closeDatabase(database)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
