import { eq, sql } from 'drizzle-orm'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { ProductFacts } from '#domain/product.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products as productRows, stock } from '#server/db/schema/products.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { findAssortmentAge, findAssortmentDownload } from '#src/store/products/assortment.ts'
import { findPricesDownload, findWholePrices } from '#src/store/products/price-lists.ts'
import { findPricedProducts, findProducts } from '#src/store/products/pricing.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { createAssortmentSync } from '#src/sync/assortment.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** The real server on one side, a device's database on the other, and a connection that can fail. */

const { database: server, call } = await startTestApp()

const aDevice = async () => {
  const customer = await aCustomer(server)
  const { token } = await aUser(server, { customerIds: [customer.id] })
  const database = openUserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange })
  const signal = { callsLeft: Number.POSITIVE_INFINITY, calls: 0, before: async () => {} }
  const api: ApiClient = {
    hasToken: () => true,
    call: async (endpoint, input = {}) => {
      await signal.before()
      if (signal.callsLeft <= 0) throw new ApiError({ status: 0, code: 'no_reply', message: 'No signal' })
      signal.callsLeft -= 1
      signal.calls += 1
      const { params, query } = input
      const reply = await call(endpoint, { token, ...(params && { params }), ...(query && { query }) })
      return reply.body as never
    },
  }
  const storage = { writesLeft: Number.POSITIVE_INFINITY, afterWrite: async () => {} }
  let turn: Promise<unknown> = Promise.resolve()
  const sync = createAssortmentSync({
    database,
    api,
    inTurn: (_, act) => {
      const mine = turn.then(act, act)
      turn = mine
      return mine
    },
    withRoom: async (write) => {
      if (storage.writesLeft <= 0) throw new Error('The device was cut off')
      storage.writesLeft -= 1
      const result = await write()
      await storage.afterWrite()
      return result
    },
    now: () => 1_800_000_000_000,
  })
  return {
    customer,
    storage,
    database,
    signal,
    refresh: () => sync.refresh({ customerId: customer.id, priceListId: customer.priceListId }),
    numbers: async () => (await database.products.toCollection().primaryKeys()).sort(),
  }
}

const sold = async (): Promise<string[]> =>
  (await server.select().from(productRows).where(eq(productRows.active, true)))
    .map(({ product_no }) => product_no)
    .sort()

const many = (letter: string, count: number) =>
  server.execute(sql`
    INSERT INTO products (product_no, name) SELECT ${letter}::text || lpad(n::text, 5, '0'), 'Product ' || n
    FROM generate_series(1, ${count}::int) n`)

describe('the product list on a device', () => {
  it('matches the server after the first download, with the customer’s prices', async () => {
    await many('M', 4_200)
    const device = await aDevice()
    const product_no = await aProduct(server, { priceListId: device.customer.priceListId, pricePence: 425 })
    await device.refresh()
    expect(await device.numbers()).toEqual(await sold())
    expect(await findAssortmentAge(device.database)).toBeDefined()
    const found = await findProducts(device.database, device.customer.priceListId, [product_no])
    expect(found.get(product_no)).toMatchObject({ pricePence: 425, stockQuantity: 100 })
  })

  it('follows changes with one call per list', async () => {
    const device = await aDevice()
    const { priceListId } = device.customer
    const [renamed, gone, restocked, repriced] = await Promise.all(
      [1, 2, 3, 4].map(() => aProduct(server, { priceListId, pricePence: 100, stockQuantity: 9 })),
    )
    if (!renamed || !gone || !restocked || !repriced) throw new Error('Too few products')
    await device.refresh()
    const { calls } = device.signal

    await server.update(productRows).set({ name: 'Renamed' }).where(eq(productRows.product_no, renamed))
    await server.update(productRows).set({ active: false }).where(eq(productRows.product_no, gone))
    await server.update(stock).set({ quantity: 2 }).where(eq(stock.product_no, restocked))
    await server.update(prices).set({ pence: 150 }).where(eq(prices.product_no, repriced))
    const added = await aProduct(server)
    await device.refresh()

    // Prices, trade terms, adverts, purchases, products.
    expect(device.signal.calls - calls).toBe(5)
    const found = await findProducts(device.database, priceListId, [
      renamed,
      gone,
      restocked,
      repriced,
      added,
    ])
    expect(found.get(renamed)?.name).toBe('Renamed')
    expect(found.has(gone)).toBe(false)
    expect(found.get(restocked)?.stockQuantity).toBe(2)
    expect(found.get(repriced)?.pricePence).toBe(150)
    expect(found.has(added)).toBe(true)
  })

  it('resumes where the connection was lost, and misses no change in between', async () => {
    const device = await aDevice()
    // Prices twice, trade terms, adverts, purchases, the first part, and then nothing more.
    device.signal.callsLeft = 6
    await expect(device.refresh()).rejects.toThrow('No signal')
    expect((await findAssortmentDownload(device.database))?.after).toBe('M01999')
    expect(await device.database.products.count()).toBe(2_000)

    await server.update(productRows).set({ active: false }).where(eq(productRows.product_no, 'M00001'))
    await server.update(productRows).set({ name: 'Changed' }).where(eq(productRows.product_no, 'M00002'))
    await many('A', 3)
    device.signal.callsLeft = Number.POSITIVE_INFINITY
    const { calls } = device.signal
    await device.refresh()
    // Price changes, terms, adverts and purchases, two more parts, the changes since the first part.
    expect(device.signal.calls - calls).toBe(7)
    expect(await device.numbers()).toEqual(await sold())
    expect((await device.database.products.get('M00002'))?.name).toBe('Changed')
  })

  it('drops products missing from the whole list, but only once it is complete', async () => {
    const device = await aDevice()
    await device.refresh()
    const [any] = await device.database.products.limit(1).toArray()
    if (!any) throw new Error('Too few products')
    await device.database.products.bulkPut(
      ['', 'AAA', 'M01000x', 'ZZZ'].map((suffix) => ({ ...any, product_no: `${suffix}0-left-over` })),
    )
    await device.database.downloads.clear()
    device.signal.callsLeft = 5
    await expect(device.refresh()).rejects.toThrow('No signal')
    expect(await device.numbers()).toContain('ZZZ0-left-over')
    device.signal.callsLeft = Number.POSITIVE_INFINITY
    await device.refresh()
    expect(await device.numbers()).toEqual(await sold())
  })

  it('starts over if everything was cleared during a download', async () => {
    const device = await aDevice()
    let calls = 0
    device.signal.before = async () => {
      calls += 1
      if (calls !== 6) return
      await device.database.products.clear()
      await device.database.downloads.clear()
    }
    await device.refresh()
    expect(await device.numbers()).toEqual(await sold())
  })

  it('records new, changed and removed products for the search index', async () => {
    const device = await aDevice()
    await device.refresh()
    await device.database.searchIndex.clear()
    const changed = await aProduct(server)
    await server.update(productRows).set({ active: false }).where(eq(productRows.product_no, 'M00003'))
    await device.refresh()
    const noted = (await device.database.searchIndex.toArray()).flatMap(({ value }) => value as string[])
    expect(noted.sort()).toEqual([changed, 'M00003'].sort())
  })
})

describe('price lists on a device', () => {
  it('resume where writing was cut off, count as partial until then, and miss no price changed meanwhile', async () => {
    const device = await aDevice()
    const { priceListId } = device.customer
    await server.execute(sql`INSERT INTO products (product_no, name)
      SELECT 'P' || lpad(n::text, 5, '0'), 'Priced' FROM generate_series(1, 2500) n ON CONFLICT DO NOTHING`)
    await server.execute(sql`INSERT INTO prices (price_list_id, product_no, pence)
      SELECT ${priceListId}, 'P' || lpad(n::text, 5, '0'), 100 FROM generate_series(1, 2500) n`)
    // Known from a trolly, say, before the list is downloaded.
    await device.database.products.put({ product_no: 'P02000' } as ProductFacts)
    device.storage.writesLeft = 1
    await expect(device.refresh()).rejects.toThrow('cut off')

    expect(await device.database.prices.count()).toBe(1_000)
    expect((await findPricesDownload(device.database, priceListId))?.after).toBe('P01000')
    expect(await findWholePrices(device.database, priceListId)).toBeUndefined()
    const read = await findPricedProducts(device.database, priceListId, ['P02000'])
    expect(read.pricesHere).toBe(false)

    await server.update(prices).set({ pence: 175 }).where(eq(prices.product_no, 'P00002'))
    await server.delete(prices).where(eq(prices.product_no, 'P02400'))
    device.storage.writesLeft = Number.POSITIVE_INFINITY
    await device.refresh()
    expect(await findWholePrices(device.database, priceListId)).toBeDefined()
    const pence = new Map(
      (await device.database.prices.toArray()).map((row) => [row.product_no, row.pence] as const),
    )
    expect([pence.get('P00002'), pence.get('P02000'), pence.get('P02400') ?? null]).toEqual([175, 100, null])
    expect(pence.get('P02500')).toBe(100)
  })

  it('never block readers for long: no transaction writes more than a thousand prices', async () => {
    const device = await aDevice()
    const { priceListId } = device.customer
    await server.execute(sql`INSERT INTO prices (price_list_id, product_no, pence)
      SELECT ${priceListId}, product_no, 100 FROM products WHERE product_no LIKE 'P%' LIMIT 2500`)
    const counts: number[] = []
    device.storage.afterWrite = async () => {
      counts.push(await device.database.prices.count())
    }
    await device.refresh()
    const written = counts.map((count, at) => count - (counts[at - 1] ?? 0))
    expect(Math.max(...written)).toBe(1_000)
    expect(counts.at(-1)).toBe(2_500)
  })

  it('are kept for the customer and the two used before', async () => {
    const devices = await Promise.all([1, 2, 3, 4].map(() => aCustomer(server)))
    const { token } = await aUser(server, { customerIds: devices.map(({ id }) => id) })
    const database = openUserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange })
    const product_no = await aProduct(server)
    let now = 1_000
    const sync = createAssortmentSync({
      database,
      api: {
        hasToken: () => true,
        call: async (endpoint, { params, query } = {}) =>
          (await call(endpoint, { token, ...(params && { params }), ...(query && { query }) })).body as never,
      },
      inTurn: (_, act) => act(),
      withRoom: (write) => write(),
      now: () => now,
    })
    for (const { id, priceListId } of devices) {
      await server.insert(prices).values({ priceListId, product_no, pence: 100 })
      now += 1
      await sync.refresh({ customerId: id, priceListId })
    }
    const kept = (await database.prices.toArray()).map(({ priceListId }) => priceListId)
    expect(kept.sort()).toEqual(
      devices
        .slice(1)
        .map(({ priceListId }) => priceListId)
        .sort(),
    )
  })

  it('follow the customer to another list', async () => {
    const device = await aDevice()
    const other = await aCustomer(server)
    const product_no = await aProduct(server, { priceListId: other.priceListId, pricePence: 7 })
    await device.refresh()
    await server.execute(
      sql`UPDATE customers SET price_list_id = ${other.priceListId} WHERE id = ${device.customer.id}`,
    )
    await device.refresh()
    const found = await findProducts(device.database, other.priceListId, [product_no])
    expect(found.get(product_no)?.pricePence).toBe(7)
  })
})
