import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { config } from '#contract/config.ts'
import { operations } from '#contract/operations.ts'
import { trollies } from '#contract/trollies.ts'
import { closeDatabase, openDatabase } from '#server/db/database.ts'
import { statement } from '#server/db/statement.ts'
import { withConnection } from '#server/db/transaction.ts'
import { DatabaseTrouble } from '#server/db/trouble.ts'
import { healthService } from '#server/features/health/health.service.ts'
import { aShop, aTrolly } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildTestApp, callerOf } from '#tests/support/server.ts'
import { startStallingProxy } from '#tests/support/stalling-proxy.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A pool whose statements PostgreSQL cancels after 500 ms, and which gives up after 1.5 s. */
const throughProxy = async (connections: number) => {
  const { database: direct, url } = await testDatabase()
  const { hostname, port } = new URL(url)
  const proxy = await startStallingProxy({ host: hostname, port: Number(port) })
  const database = openDatabase({
    url: Object.assign(new URL(url), { port: String(proxy.port) }).href,
    connections,
    statementTimeoutMs: 500,
    connectTimeoutMs: 1_000,
  })
  afterAll(async () => {
    proxy.resume()
    await closeDatabase(database)
  })
  const app = await buildTestApp(database)
  return { direct, database, proxy, app, call: callerOf(app) }
}

/** The application's role may not list them. */
const temporaryFiles = async (): Promise<unknown[]> => {
  const administrator = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await administrator.connect()
  try {
    return (await administrator.query('SELECT FROM pg_ls_tmpdir()')).rows
  } finally {
    await administrator.end()
  }
}

const one = statement<{ n: number }, { n: number }>('trouble_one', 'SELECT :n::int AS n')

describe('a PostgreSQL that hangs', () => {
  it('gets 503 in the contract’s shape, and is used again when it recovers', async () => {
    const { direct, proxy, app, call } = await throughProxy(4)
    const shop = await aShop(direct, call)
    const read = () => call(trollies.get, { token: shop.token, params: shop.params })
    expect((await read()).status).toBe(200)

    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    proxy.stall()
    const waiting = Array.from({ length: 12 }, read)
    const ready = await app.inject('/api/health/ready')
    for (const result of await Promise.all(waiting)) {
      expect(result.status).toBe(503)
      // Four had a connection, the others waited for one.
      expect(['unavailable', 'busy']).toContain(result.error.code)
      expect(Number(result.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect([ready.statusCode, ready.json().code]).toEqual([503, 'not_ready'])
    expect(logged.mock.calls.join()).toContain('not ready')
    logged.mockRestore()

    proxy.resume()
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(200)
    expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
  })

  it('answers /ready without it, over one connection for any number of requests', async () => {
    const { database, proxy, app } = await throughProxy(4)
    expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    proxy.stall()
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.inject('/api/health/ready')))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(503))
    expect(database.$client.totalCount).toBeLessThanOrEqual(1)
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  it('never has a late reply used: its connection is dropped, and the next statement gets its own', async () => {
    const { database, proxy } = await throughProxy(1)
    await one(database, { n: 1 })
    proxy.stallReplies()
    await expect(one(database, { n: 2 })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(withConnection(database, (connection) => one(connection, { n: 3 }))).rejects.toMatchObject({
      code: 'unavailable',
    })
    proxy.resume()
    for (const n of [4, 5, 6]) expect(await one(database, { n })).toEqual([{ n }])
  })

  it('during COMMIT leaves the outcome open: 503 is not stored, and a retry shows that it ran once', async () => {
    const { direct, proxy, call } = await throughProxy(4)
    const shop = await aShop(direct, call)
    const add = {
      token: shop.token,
      params: shop.params,
      key: uuidv7(),
      body: { product_no: shop.product_no, quantity: 2, seenPricePence: null },
    }
    proxy.onRequest((bytes) => {
      if (bytes.includes('COMMIT')) proxy.stallReplies()
    })
    const lost = await call(trollies.addItem, add)
    expect([lost.status, lost.error.code, lost.headers['retry-after']]).toEqual([503, 'unavailable', '5'])

    proxy.onRequest(() => {})
    proxy.resume()
    await expect.poll(async () => (await call(trollies.addItem, add)).status, { timeout: 10_000 }).toBe(200)
    const { body } = await call(trollies.get, { token: shop.token, params: shop.params })
    expect(body.items).toMatchObject([{ product_no: shop.product_no, quantity: 2, version: 1 }])
  })

  it('in a batch fails that operation with the time to wait, and the later ones are not run', async () => {
    const { direct, proxy, call } = await throughProxy(4)
    const shop = await aShop(direct, call)
    const operationOn = (product_no: string) => ({
      method: 'POST' as const,
      path: `/api/basket/new/${shop.params.id}/item?v=1`,
      headers: { 'idempotency-key': uuidv7() },
      body: JSON.stringify({ product_no, quantity: 1, seenPricePence: null }),
    })
    proxy.onRequest((bytes) => {
      if (bytes.includes('COMMIT')) proxy.stallReplies()
    })
    const { body } = await call(operations.run, {
      token: shop.token,
      body: { operations: [operationOn(shop.product_no), operationOn('OTHER')] },
    })
    proxy.onRequest(() => {})
    proxy.resume()
    expect(body.results).toMatchObject([{ status: 503, retryAfterSeconds: 5 }, { status: 424 }])
  })
})

describe('sixteen changes that wait for one locked row', () => {
  const lockedTrolly = async () => {
    const { database, url } = await testDatabase({ connections: 16 })
    const app = await buildTestApp(database)
    const call = callerOf(app)
    const shop = await aShop(database, call)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM baskets WHERE id = $1 FOR UPDATE', [shop.params.id])
    return { database, call, shop, holder }
  }

  it('get 503 busy with Retry-After, while every other call is served', async () => {
    const { database, call, shop, holder } = await lockedTrolly()
    const { token, params, product_no } = shop
    const body = { product_no, quantity: 1, seenPricePence: null }
    const waiting = Array.from({ length: 16 }, () => call(trollies.addItem, { token, params, body }))
    await delay(300)

    const other = await aTrolly(database, { customerId: shop.customer.id, createdBy: shop.user.id })
    const others = await Promise.all([
      ...Array.from({ length: 16 }, () => call(trollies.get, { token, params })),
      call(config.get),
      call(trollies.addItem, { token, params: { id: other }, body }),
    ])
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    for (const result of await Promise.all(waiting)) {
      expect([result.status, result.error.code]).toEqual([503, 'busy'])
      expect(result.headers['retry-after']).toBe('1')
    }
    await holder.query('ROLLBACK')
    await holder.end()
    const { body: read } = await call(trollies.get, { token, params })
    expect(read.items).toEqual([])
    expect((await call(trollies.addItem, { token, params, body })).status).toBe(200)
  })

  it('all succeed if the row is released in time', async () => {
    const { call, shop, holder } = await lockedTrolly()
    const { token, params, product_no } = shop
    const body = { product_no, quantity: 1, seenPricePence: null }
    const waiting = Array.from({ length: 16 }, () => call(trollies.addItem, { token, params, body }))
    await delay(500)
    await holder.query('COMMIT')
    await holder.end()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect((await call(trollies.get, { token, params })).body.items).toMatchObject([{ quantity: 16 }])
  })
})

describe('temporary database trouble', () => {
  it.each([
    ['statement_timeout', 'SELECT pg_sleep(5)', 'busy'],
    ['a server that shuts down', 'SELECT pg_terminate_backend(pg_backend_pid())', 'unavailable'],
    ['a standby', 'SET TRANSACTION READ ONLY; CREATE TABLE nothing ()', 'unavailable'],
    [
      'a full disk',
      "DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$",
      'disk_full',
    ],
    [
      'too many connections',
      "DO $$ BEGIN RAISE EXCEPTION 'too many' USING ERRCODE = '53300'; END $$",
      'busy',
    ],
    ['a deadlock', "DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$", 'busy'],
  ])('is recognised: %s', async (_, text, code) => {
    const { database, direct } = await shared
    const failed = withConnection(database, ({ $client }) => $client.query(text))
    await expect(failed).rejects.toBeInstanceOf(DatabaseTrouble)
    await expect(failed).rejects.toMatchObject({ code })
    expect(await one(direct, { n: 1 })).toEqual([{ n: 1 }])
  })

  it('does not include our own faults, which are passed on', async () => {
    const { database } = await shared
    await expect(
      withConnection(database, ({ $client }) => $client.query('SELECT nothing')),
    ).rejects.toMatchObject({ name: 'error', code: '42703' })
  })
  const shared = throughProxy(2)
})

describe('a full disk', () => {
  const READY = { expectedMigrationMs: 0 }
  const full = new DatabaseTrouble('disk_full', new Error('No space left on device'))

  it('makes the server not ready, with its own code, until there is room again', async () => {
    const { database } = await testDatabase()
    let room = true
    let asked = 0
    let nowMs = 0
    const health = healthService({
      ...READY,
      database,
      nowMs: () => nowMs,
      requireRoom: async () => {
        asked += 1
        if (!room) throw full
      },
    })
    const ask = async () => (await health.findReasonNotReady())?.code
    expect(await ask()).toBeUndefined()
    room = false
    nowMs += 1_000
    expect([await ask(), asked]).toEqual([undefined, 1])
    nowMs += 10_000
    expect([await ask(), await ask(), asked]).toEqual(['disk_full', 'disk_full', 3])
    room = true
    expect(await ask()).toBeUndefined()
  })

  it('is detected by having PostgreSQL write a temporary file, which is removed', async () => {
    const { database } = await testDatabase()
    expect(await healthService({ ...READY, database }).findReasonNotReady()).toBeUndefined()
    await expect
      .poll(
        async () => {
          const { rows } = await database.$client.query<{ bytes: number }>(
            'SELECT temp_bytes AS bytes FROM pg_stat_database WHERE datname = current_database()',
          )
          return rows[0]?.bytes ?? 0
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(500_000)
    // Other tests write some too, which also disappear soon.
    await expect.poll(temporaryFiles, { timeout: 15_000 }).toEqual([])
  })
})
