import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { products } from '#contract/products.ts'
import { trollies } from '#contract/trollies.ts'
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { heartbeatOf } from '#server/db/heartbeat.ts'
import { NUMBERS_SKIPPED, readGivenNumbers } from '#server/db/new-epoch.ts'
import { passwordResets } from '#server/db/schema/users.ts'
import { withConnection } from '#server/db/transaction.ts'
import { insertResetLink } from '#server/features/auth/password-resets.repository.ts'
import { findSetting } from '#server/features/config/config.repository.ts'
import { cursorText, scopeOf } from '#server/features/products/downloads/cursor.ts'
import { readHead } from '#server/features/products/downloads/downloads.repository.ts'
import { aProduct, aShop, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildTestApp, callerOf } from '#tests/support/server.ts'
import {
  clusterIn,
  copyFolder,
  dataDirWithDatabase,
  temporaryDataDir,
} from '#tests/support/server-process.ts'
import { copyDatabase, dropDatabase } from '#tests/support/throwaway-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'trolly-heartbeat-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const aStateDir = (): string => join(folder, randomBytes(4).toString('hex'))

const epochOf = (database: Database): Promise<unknown> => findSetting(database, 'epoch')
const orderNumberOf = (database: Database): Promise<number> =>
  withConnection(database, async ({ $client }) => (await readGivenNumbers($client)).order_numbers ?? 0)

/** A server's start, or a later heartbeat. */
const beatOf = (
  { url, database }: { url: string; database: Database },
  { stateDir = aStateDir(), folderMadeAt }: { stateDir?: string; folderMadeAt?: string } = {},
) => heartbeatOf({ url, database, stateDir, folderMadeAt }).beat()

/** A restored dump writes the same rows in another transaction; this does the same. */
const rewriteSettings = async ({ $client }: Database): Promise<void> => {
  await $client.query(
    'CREATE TEMP TABLE dumped AS SELECT * FROM settings; TRUNCATE settings; INSERT INTO settings SELECT * FROM dumped; DROP TABLE dumped',
  )
}

describe('a database in use', () => {
  it('keeps its epoch and numbers over restarts, and with a second instance elsewhere', async () => {
    const server = await testDatabase()
    const [epoch, number] = [await epochOf(server.database), await orderNumberOf(server.database)]
    const [stateDir, other] = [aStateDir(), aStateDir()]
    for (const place of [stateDir, other, stateDir, other, stateDir])
      expect(await beatOf(server, { stateDir: place })).toBeUndefined()
    // Its machine was made anew.
    expect(await beatOf(server)).toBeUndefined()
    expect([await epochOf(server.database), await orderNumberOf(server.database)]).toEqual([epoch, number])
  })

  it('is vacuumed and clustered without being noticed', async () => {
    const server = await testDatabase()
    await beatOf(server)
    await server.database.$client.query('VACUUM FULL settings')
    await server.database.$client.query('VACUUM FREEZE settings')
    expect(await beatOf(server)).toBeUndefined()
  })

  it('goes on where the count cannot be noted outside, and says so once', async () => {
    const { url, database } = await testDatabase()
    const errors: unknown[] = []
    const { beat } = heartbeatOf({
      url,
      database,
      stateDir: '/dev/null/state',
      folderMadeAt: undefined,
      onUnrecorded: (error) => errors.push(error),
    })
    expect([await beat(), await beat()]).toEqual([undefined, undefined])
    expect(errors).toHaveLength(1)
  })
})

describe('a database put back by another program', () => {
  it('begins a new epoch once, ends all sign-ins, withdraws links that reset passwords and leaves out numbers', async () => {
    const server = await testDatabase()
    const { database } = server
    const call = callerOf(await buildTestApp(database))
    const { token, params } = await aShop(database, call)
    const stateDir = aStateDir()
    await beatOf(server, { stateDir })
    const [epoch, number] = [await epochOf(database), await orderNumberOf(database)]
    const { id: userId } = await aUser(database)
    await insertResetLink(database, { userId, now: new Date() })
    await rewriteSettings(database)

    expect(await beatOf(server, { stateDir })).toContain('another program wrote its rows')
    expect(await database.$count(passwordResets)).toBe(0)

    const begun = await epochOf(database)
    expect(begun).not.toBe(epoch)
    expect(await orderNumberOf(database)).toBeGreaterThanOrEqual(number + NUMBERS_SKIPPED)
    expect((await call(trollies.get, { token, params })).status).toBe(401)
    expect(await beatOf(server, { stateDir })).toBeUndefined()
    expect(await epochOf(database)).toBe(begun)
  })

  it('is noticed by two instances at once as one restore', async () => {
    const server = await testDatabase()
    await beatOf(server)
    await rewriteSettings(server.database)
    const noticed = await Promise.all([1, 2, 3].map(() => beatOf(server)))
    expect(noticed.filter(Boolean)).toHaveLength(1)
  })

  it('is noticed even if an earlier build made it, by transactions that are yet to come', async () => {
    const server = await testDatabase()
    const { database } = server
    const product_no = await aProduct(database)
    await database.$client.query('ALTER TABLE stock DISABLE TRIGGER USER')
    await database.$client.query('UPDATE stock SET changed_tx = 4000000000 WHERE product_no = $1', [
      product_no,
    ])
    await database.$client.query('ALTER TABLE stock ENABLE TRIGGER USER')
    expect(await beatOf(server)).toContain('transactions that are yet to come')
    const { rows } = await database.$client.query('SELECT changed_tx < 4000000000 AS past FROM stock')
    expect(rows).toEqual([{ past: true }])
  })

  it('is noticed as a copy of another database, which keeps its own epoch', async () => {
    const server = await testDatabase()
    await beatOf(server)
    const epoch = await epochOf(server.database)
    await closeDatabase(server.database)
    const serverUrl = inject('databaseServerUrl')
    const name = `copy_${randomBytes(6).toString('hex')}`
    const url = await copyDatabase(serverUrl, { template: new URL(server.url).pathname.slice(1), name })
    const copy = { url, database: openDatabase({ url, connections: 2 }) }
    expect(await beatOf(copy)).toContain('a copy of another database')
    expect(await epochOf(copy.database)).not.toBe(epoch)
    await closeDatabase(copy.database)
    await dropDatabase(serverUrl, name)

    const original = { url: server.url, database: openDatabase({ url: server.url, connections: 2 }) }
    expect(await beatOf(original)).toBeUndefined()
    expect(await epochOf(original.database)).toBe(epoch)
    await closeDatabase(original.database)
  })

  it('is noticed by the first device that has seen more of it than there is, and a crash’s few numbers are not', async () => {
    const server = await testDatabase()
    const { url, database } = server
    const { beat } = heartbeatOf({ url, database, stateDir: aStateDir(), folderMadeAt: undefined })
    await beat()
    const noticed: (string | undefined)[] = []
    const app = await buildTestApp(database, {
      onRestored: async (epoch) => {
        noticed.push(await beat(epoch))
      },
    })
    const call = callerOf(app)
    const { token, customer } = await aShop(database, call)
    const other = await aUser(database, { customerIds: [customer.id] })
    const head = await readHead(database)
    const cursorAhead = (by: bigint, list: string) =>
      cursorText({ ...head, snapshot: { xmax: head.snapshot.xmax + by, running: [] } }, scopeOf(head, list))

    const afterCrash = { since: cursorAhead(500n, 'assortment') }
    expect((await call(products.assortment, { token, query: afterCrash })).body.range).not.toBeNull()
    expect(noticed).toEqual([])

    const query = { since: cursorAhead(100_000n, `prices ${customer.priceListId}`) }
    const restored = await call(products.prices, { token: other.token, params: { id: customer.id }, query })
    expect(restored.body.whole).toBe(true)
    expect(noticed).toEqual([expect.stringContaining('a device has seen more of it')])
    expect(await epochOf(database)).not.toBe(head.epoch)
  })

  it('keeps sign-ins where a standby has taken over', async () => {
    const server = await testDatabase()
    const { database } = server
    const call = callerOf(await buildTestApp(database))
    const { token, params } = await aShop(database, call)
    await beatOf(server)
    // The next heartbeat finds the timeline that the standby began.
    await database.$client.query(
      `UPDATE settings SET value = value || jsonb_build_object('timeline', 99, 'transaction', pg_current_xact_id()::text)
       WHERE name = 'heartbeat'`,
    )
    expect(await beatOf(server)).toContain('a standby has taken over')
    expect((await call(trollies.get, { token, params })).status).toBe(200)
  })
})

describe('a data folder', () => {
  /** A server's life on a folder: what happens in it, and what its start noticed. */
  const live = async (
    dataDir: string,
    stateDir: string,
    work: (database: Database) => Promise<unknown> = async () => {},
  ) => {
    const { url, folderMadeAt, stop } = await startEmbeddedPostgres({ dataDir, mode: 'own' })
    const database = openDatabase({ url, connections: 2 })
    const { beat } = heartbeatOf({ url, database, stateDir, folderMadeAt })
    const noticed = await beat()
    await work(database)
    const epoch = await epochOf(database)
    const orderNumber = await orderNumberOf(database)
    await beat()
    await closeDatabase(database)
    await stop()
    return { noticed, epoch, orderNumber }
  }

  it('that is renamed stays the same database', async () => {
    const [dataDir, stateDir] = [await dataDirWithDatabase(), aStateDir()]
    const { epoch } = await live(dataDir, stateDir)
    const moved = join(temporaryDataDir(), 'moved')
    renameSync(dataDir, moved)
    expect(await live(moved, stateDir)).toMatchObject({ noticed: undefined, epoch })
  })

  it('that was copied is noticed on a machine that never saw it, and the original is not', async () => {
    const [dataDir, stateDir] = [await dataDirWithDatabase(), aStateDir()]
    const { epoch } = await live(dataDir, stateDir)
    const copy = temporaryDataDir()
    await copyFolder(dataDir, copy)
    const copied = await live(copy, aStateDir())
    expect(copied.noticed).toContain('its folder is a copy')
    expect(copied.epoch).not.toBe(epoch)
    expect(await live(dataDir, stateDir)).toMatchObject({ noticed: undefined, epoch })
  })

  it('that was put back, file over file, is noticed each time, and gives no number twice', async () => {
    const [dataDir, stateDir] = [await dataDirWithDatabase(), aStateDir()]
    const order = ({ $client }: Database) =>
      $client.query("SELECT nextval('order_numbers') FROM generate_series(1, 30)")
    const first = await live(dataDir, stateDir, order)
    const copy = temporaryDataDir()
    await copyFolder(dataDir, copy)
    let last = await live(dataDir, stateDir, order)
    expect(last).toMatchObject({ noticed: undefined, epoch: first.epoch })
    for (const _ of [1, 2]) {
      // In place: every file keeps its inode and its birth.
      await copyFolder(copy, dataDir)
      expect(existsSync(clusterIn(dataDir))).toBe(true)
      const next = await live(dataDir, stateDir, order)
      expect(next.noticed).toContain('older than this server last saw it')
      expect(next.epoch).not.toBe(last.epoch)
      expect(next.orderNumber).toBeGreaterThan(last.orderNumber + NUMBERS_SKIPPED)
      last = next
    }
  })
})
