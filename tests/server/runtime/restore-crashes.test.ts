import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { ApiHeaders } from '#contract/endpoint.ts'
import { products } from '#contract/products.ts'
import { trollies } from '#contract/trollies.ts'
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products as productRows } from '#server/db/schema/products.ts'
import { aProduct, aToken } from '#tests/support/builders.ts'
import { readyTrollies } from '#tests/support/ready-trolly.ts'
import { type CallApi, callerAt } from '#tests/support/server.ts'
import {
  dataDirWithDatabase,
  type ServerProcess,
  startNode,
  startServerProcess,
  until,
} from '#tests/support/server-process.ts'

/**
 * The built server with its embedded database. While people order and fill trollies, a backup is taken; then the server is
 * killed, the backup restored, and the server started again. What was answered before the backup began must be there, and
 * devices that saw the lost hours must notice.
 */

const ORDERERS = 4
const ADDERS = 4
const ORDERS_EACH_MOST = 60

const opened: Database[] = []
afterAll(async () => {
  for (const database of opened) await closeDatabase(database)
})

const databaseIn = async (dataDir: string): Promise<Database> => {
  const { url } = await startEmbeddedPostgres({ dataDir, mode: 'visit' })
  const database = openDatabase({ url, connections: 4, applicationName: 'test' })
  opened.push(database)
  return database
}

const succeeds = async (program: string, dataDir: string, ...args: string[]): Promise<void> => {
  const process = startNode([`dist/server/cli/${program}.js`, ...args], { DATA_DIR: dataDir })
  expect(await process.ended(), process.output()).toBe(0)
}

const start = async (dataDir: string): Promise<{ server: ServerProcess; call: CallApi }> => {
  const server = startServerProcess({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '0' })
  return { server, call: callerAt(await server.ready()) }
}

type Answered = { orderNo: string; id: string; token: string; key: string; userId: string }

/** For the last available day, by the current clock. */
const trollyFor = async (database: Database, call: CallApi) => {
  const { aReadyTrolly, seenNow } = readyTrollies(database)
  const trolly = await aReadyTrolly()
  const { token, customerId } = trolly
  const dates = await call(customers.deliveryDates, { token, params: { id: customerId } })
  const deliveryDay = dates.body.data.at(-1)?.day ?? null
  await database.update(baskets).set({ deliveryDay }).where(eq(baskets.id, trolly.id))
  return { ...trolly, body: await seenNow(trolly.id) }
}

const placeOne = async (database: Database, call: CallApi): Promise<Answered> => {
  const { params, token, body, userId } = await trollyFor(database, call)
  const key = uuidv7()
  const { body: order } = await call(trollies.checkout, { token, params, body, key })
  return { orderNo: order.orderNo, id: order.id, token, key, userId }
}

/** Repeats `act` until it fails, as when its server is killed. */
const again = async (
  act: (done: number) => Promise<unknown>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> => {
  for (let done = 0; done < most; done += 1) {
    try {
      await act(done)
    } catch {
      return
    }
  }
}

it('a backup taken under load, restored after a kill, has all that was answered before it and is known as restored', {
  timeout: 240_000,
}, async () => {
  const dataDir = await dataDirWithDatabase()
  const file = `${dataDir}.backup.gz`
  const { server, call } = await start(dataDir)
  const database = await databaseIn(dataDir)

  const placed: Answered[] = []
  const added = new Map<string, number>()
  const phone = await trollyFor(database, call)
  const { token, params } = phone
  const load = [
    ...Array.from({ length: ORDERERS }, () =>
      again(async () => placed.push(await placeOne(database, call)), ORDERS_EACH_MOST),
    ),
    ...Array.from({ length: ADDERS }, async () => {
      const { peas, id, token, params } = await trollyFor(database, call)
      const line = `${id} ${peas}`
      added.set(line, 2)
      await again(async () => {
        const body = { product_no: peas, quantity: 1, seenPricePence: null }
        const { status } = await call(trollies.addItem, { token, params, body })
        if (status !== 200) throw new Error(String(status))
        added.set(line, (added.get(line) ?? 0) + 1)
      }, 500)
    }),
  ]
  await until(() => placed.length >= ORDERERS * 3)

  const before = { placed: [...placed], added: new Map(added) }
  await succeeds('backup', dataDir, file)

  // What the backup does not have: a phone sees all of it.
  const ordersThen = placed.length
  await until(() => placed.length > ordersThen + ORDERERS || placed.length === ORDERERS * ORDERS_EACH_MOST)
  const seen = await call(trollies.get, { token, params })
  const epoch = String(seen.headers[ApiHeaders.epoch])
  const saw = await call(trollies.setItem, {
    token,
    params: { ...params, productNo: phone.peas },
    ifMatch: seen.body.items.find(({ product_no }) => product_no === phone.peas)?.version ?? 0,
    body: { quantity: 9, seenPricePence: null },
  })
  expect(saw.status).toBe(200)
  await database.update(productRows).set({ name: 'Lost name' }).where(eq(productRows.product_no, phone.wine))
  const download = (at: CallApi, since: string | undefined, token: string) =>
    at(products.assortment, { token, query: { ...(since !== undefined && { since }) } })
  const { cursor } = (await download(call, undefined, token)).body

  server.kill('SIGKILL')
  expect(await server.ended()).toBe('SIGKILL')
  await Promise.all(load)
  await closeDatabase(database)
  await succeeds('restore', dataDir, file, '--replace')

  const { server: next, call: ask } = await start(dataDir)
  const restored = await databaseIn(dataDir)

  // All that was answered before, as it was.
  const rows = await restored.select().from(orders)
  const kept = new Map(rows.map((row) => [row.id, row]))
  for (const { id, orderNo } of before.placed) expect(String(kept.get(id)?.orderNo)).toBe(orderNo)
  const lines = await restored.select().from(orderLines)
  for (const row of rows) {
    const own = lines.filter(({ orderId }) => orderId === row.id)
    expect(own.reduce((sum, { netPence }) => sum + netPence, 0)).toBe(row.netPence)
    // The order and its kept reply are of one transaction.
    const reply = await restored
      .select()
      .from(idempotencyRecords)
      .where(eq(idempotencyRecords.userId, row.placedBy ?? ''))
    expect(
      reply.map((record) => JSON.parse(record.reply)),
      row.id,
    ).toContainEqual(expect.objectContaining({ id: row.id, orderNo: String(row.orderNo) }))
  }
  const quantities = await restored.select().from(basketLines)
  for (const [line, atLeast] of before.added) {
    const now = quantities.find(({ basketId, product_no }) => `${basketId} ${product_no}` === line)
    expect(now?.quantity).toBeGreaterThanOrEqual(atLeast)
    // One more may have been made, and its answer lost with the server.
    expect(now?.quantity).toBeLessThanOrEqual((added.get(line) ?? 0) + 1)
  }

  // A token of before has ended; with a new one, the phone's change is held for a decision.
  expect((await ask(trollies.get, { token, params })).status).toBe(401)
  const signedIn = await aToken(restored, phone.userId)
  const now = await ask(trollies.get, { token: signedIn, params })
  expect(now.headers[ApiHeaders.epoch]).not.toBe(epoch)
  const stale = await ask(trollies.setItem, {
    token: signedIn,
    params: { ...params, productNo: phone.peas },
    ifMatch: now.body.items.find(({ product_no }) => product_no === phone.peas)?.version ?? 0,
    body: { quantity: 1, seenPricePence: null },
    headers: { [ApiHeaders.epoch]: epoch },
  })
  expect([stale.status, stale.error.code]).toEqual([424, 'epoch_changed'])

  // The phone's list is replaced, and every later change reaches it.
  const whole = (await download(ask, cursor, signedIn)).body
  expect(whole.range).not.toBeNull()
  expect(whole.products.find(({ product_no }) => product_no === phone.wine)?.name).toBe('Wine')
  const fresh = await aProduct(restored)
  const changes = (await download(ask, whole.cursor, signedIn)).body
  expect(changes.products.map(({ product_no }) => product_no)).toContain(fresh)
  expect(changes.range).toBeNull()

  const later: Answered[] = []
  for (let count = 0; count < 3; count += 1) later.push(await placeOne(restored, ask))
  const numbers = [...placed, ...later].map(({ orderNo }) => orderNo)
  expect(new Set(numbers).size).toBe(numbers.length)

  // Neither a restart nor a crash is a restore.
  const epochOf = async (at: CallApi) =>
    (await at(trollies.get, { token: signedIn, params })).headers[ApiHeaders.epoch]
  const current = await epochOf(ask)
  next.kill('SIGKILL')
  await next.ended()
  const { server: last, call: atLast } = await start(dataDir)
  expect(await epochOf(atLast)).toBe(current)
  last.kill('SIGTERM')
  expect(await last.ended(), last.output()).toBe(0)
  expect(last.output()).not.toContain('put back')
})
