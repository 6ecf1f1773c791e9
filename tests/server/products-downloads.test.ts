import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { type Assortment, products } from '#contract/products.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products as productRows, stock } from '#server/db/schema/products.ts'
import { withConnection } from '#server/db/transaction.ts'
import { cursorText, scopeOf } from '#server/features/products/downloads/cursor.ts'
import { readHead } from '#server/features/products/downloads/downloads.repository.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { app, database, call } = await startTestApp()
const customer = await aCustomer(database)
const { priceListId } = customer
const { token } = await aUser(database, { customerIds: [customer.id] })

const ask = async (query: { since?: string; after?: string } = {}): Promise<Assortment> =>
  (await call(products.assortment, { token, query })).body
const askPrices = async (since?: string) => {
  const query = { ...(since && { since }) }
  return (await call(products.prices, { token, params: { id: customer.id }, query })).body
}

/** Makes everything prepared earlier useless. */
const changeEpoch = () =>
  database.execute(sql`UPDATE settings SET value = to_jsonb(gen_random_uuid()::text) WHERE name = 'epoch'`)

const first = await aProduct(database, { product_no: 'A-1', priceListId, pricePence: 100, stockQuantity: 5 })
await aProduct(database, { product_no: 'B-2', priceListId, pricePence: 200, stockQuantity: 500 })
await aProduct(database, { product_no: 'C-3', active: false })

describe('the product list', () => {
  it('comes in full and in order, with the products sold and their visible stock', async () => {
    const reply = await ask()
    expect(reply.range).toEqual({ after: '', through: null })
    expect(reply.products.map(({ product_no, stockQuantity }) => [product_no, stockQuantity])).toEqual([
      ['A-1', 5],
      ['B-2', 100],
    ])
    expect(reply.products[0]).not.toHaveProperty('pricePence')
  })

  it('is updated with later changes, and for stock alone only with quantities', async () => {
    const { cursor } = await ask()
    expect(await ask({ since: cursor })).toMatchObject({ range: null, products: [], removed: [] })

    await aProduct(database, { product_no: 'D-4', stockQuantity: 7 })
    await database.update(productRows).set({ name: 'Renamed' }).where(eq(productRows.product_no, 'B-2'))
    await database.update(stock).set({ quantity: 4 }).where(eq(stock.product_no, first))
    const changes = await ask({ since: cursor })
    expect(changes.range).toBeNull()
    expect(changes.products.map(({ product_no }) => product_no).sort()).toEqual(['B-2', 'D-4'])
    expect(changes.stock).toEqual({ product_nos: ['A-1'], quantities: [4] })

    await database.update(productRows).set({ active: false }).where(eq(productRows.product_no, 'D-4'))
    expect((await ask({ since: changes.cursor })).removed).toEqual(['D-4'])
  })

  it('is not updated by a change that no device could see', async () => {
    const { cursor } = await ask({ since: (await ask()).cursor })
    await database.update(stock).set({ quantity: 499 }).where(eq(stock.product_no, 'B-2'))
    await database.update(productRows).set({ description: 'Other' }).where(eq(productRows.product_no, 'B-2'))
    await database.update(productRows).set({ name: 'Renamed' }).where(eq(productRows.product_no, 'B-2'))
    const changes = await ask({ since: cursor })
    expect([changes.products, changes.removed, changes.stock.product_nos]).toEqual([[], [], []])
  })

  it('includes changes whose transaction was open during an earlier read', async () => {
    const { cursor } = await ask({ since: (await ask()).cursor })
    await withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await connection.$client.query("UPDATE products SET name = 'Made slowly' WHERE product_no = 'A-1'")

      // Later transactions start and end, and devices read, while that one is open.
      await database
        .update(productRows)
        .set({ name: 'Made quickly' })
        .where(eq(productRows.product_no, 'B-2'))
      const between = await ask({ since: cursor })
      expect(between.products.map(({ name }) => name)).toEqual(['Made quickly'])
      await database.update(productRows).set({ name: 'Made again' }).where(eq(productRows.product_no, 'B-2'))

      await connection.$client.query('COMMIT')
      const after = await ask({ since: between.cursor })
      expect(after.products.map(({ name }) => name).sort()).toEqual(['Made again', 'Made slowly'])
    })
  })

  it('sends no change twice, however long another transaction stays open', async () => {
    await withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await connection.$client.query('SELECT pg_current_xact_id()')
      await database.update(productRows).set({ name: 'Told once' }).where(eq(productRows.product_no, 'B-2'))
      await database.update(prices).set({ pence: 201 }).where(eq(prices.product_no, 'B-2'))

      const { cursor } = await ask({ since: (await ask()).cursor })
      expect(await ask({ since: cursor })).toMatchObject({ range: null, products: [], removed: [] })
      const list = await askPrices()
      expect(await askPrices(list.cursor)).toMatchObject({ whole: false, product_nos: [] })
      await database.update(prices).set({ pence: 200 }).where(eq(prices.product_no, 'B-2'))
      await connection.$client.query('COMMIT')
    })
  })

  it.each([
    ['unreadable', 'nonsense'],
    ['of another list or database', `${'x'.repeat(16)}.1:1:.${'x'.repeat(22)}`],
    ['too long', 'x'.repeat(400)],
  ])('comes in full if the cursor is %s', async (_, since) => {
    expect((await ask({ since })).range).toEqual({ after: '', through: null })
    expect((await ask({ since, after: 'A-1' })).range?.after).toBe('')
  })

  it('comes in full for a forged cursor: another transaction, another signature, or none as in earlier builds', async () => {
    const { cursor } = await ask()
    const [scope, snapshot = '', signature = ''] = cursor.split('.')
    expect((await ask({ since: cursor })).range).toBeNull()
    const madeUp = [
      `${scope}.1:${snapshot.split(':')[1]}:.${signature}`,
      `${scope}.${snapshot}.${signature.slice(1)}A`,
      `${scope}.${snapshot}`,
    ]
    for (const since of madeUp) expect((await ask({ since })).range?.after).toBe('')
  })

  it('comes in full for a cursor from the future, as after a restore', async () => {
    const head = await readHead(database)
    const future = { ...head, snapshot: { xmax: 999_999_999_999n, running: [] } }
    expect((await ask({ since: cursorText(future, scopeOf(head, 'assortment')) })).range).not.toBeNull()
  })

  it('comes in full after products were deleted, which no change reports', async () => {
    await aProduct(database, { product_no: 'E-5' })
    const { cursor } = await ask({ since: (await ask()).cursor })
    await database.delete(productRows).where(eq(productRows.product_no, 'E-5'))
    const reply = await ask({ since: cursor })
    expect(reply.range).toEqual({ after: '', through: null })
    expect(reply.products.map(({ product_no }) => product_no)).not.toContain('E-5')
    expect((await ask({ since: reply.cursor })).range).toBeNull()
  })

  it('comes in full for a device with another epoch', async () => {
    const { cursor } = await ask()
    await changeEpoch()
    expect((await ask({ since: cursor })).range).not.toBeNull()
  })

  it('has the same content in every encoding', async () => {
    const get = async (encoding?: string) =>
      await app.inject({
        method: 'GET',
        url: pathOf(products.assortment),
        headers: { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }) },
      })
    const plain = await get()
    expect(plain.headers['content-encoding']).toBeUndefined()
    const brotli = await get('gzip, deflate, br')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.payload)
    const zipped = await get('gzip, br;q=0')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.payload)
    expect(zipped.headers.vary).toContain('accept-encoding')
  })
})

describe('a long product list', () => {
  it('comes in complete parts, then as changes', async () => {
    await database.execute(sql`
      INSERT INTO products (product_no, name) SELECT 'P' || lpad(n::text, 5, '0'), 'Product ' || n
      FROM generate_series(1, 4500) n`)
    await changeEpoch()
    const begun = await ask()
    const parts = [begun]
    for (let last = begun; last.range?.through != null; parts.push(last))
      last = await ask({ since: begun.cursor, after: last.range.through })
    expect(parts.map(({ range }) => range?.after === '' || range?.after)).toEqual([
      true,
      ...parts.slice(0, -1).map(({ range }) => range?.through),
    ])
    const sold = await database.select().from(productRows).where(eq(productRows.active, true))
    expect(parts.flatMap((part) => part.products.map(({ product_no }) => product_no))).toEqual(
      sold.map(({ product_no }) => product_no).sort(),
    )
    expect(parts.map((part) => part.products.length)).toEqual([2_000, 2_000, sold.length - 4_000])
    expect((await ask({ since: begun.cursor })).range).toBeNull()
  })

  it('is built in the same parts for everyone, whichever product numbers are requested', async () => {
    const { cursor } = await ask()
    await ask({ since: cursor, after: 'P01000' })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(products.assortment, { token, query: { since: cursor, after: `P0${1000 + n * 40}-made-up` } }),
      ),
    )
    const made = query.mock.calls.filter(
      ([config]) => (config as { name?: string } | undefined)?.name === 'assortment_part',
    )
    query.mockRestore()
    expect(made.length).toBeLessThanOrEqual(2)
    for (const [n, { body }] of replies.entries()) {
      const asked = `P0${1000 + n * 40}-made-up`
      expect(body.range?.after === '' || (body.range?.after ?? '') <= asked).toBe(true)
      expect((body.range?.through ?? 'Z') > asked).toBe(true)
    }
  })

  it('ends even if many products are added during the download', async () => {
    await changeEpoch()
    const begun = await ask()
    await database.execute(sql`
      INSERT INTO products (product_no, name) SELECT 'Q' || lpad(n::text, 5, '0'), 'Product ' || n
      FROM generate_series(1, 5000) n`)
    const told = new Set<string>()
    let last = await ask({ since: begun.cursor, after: 'P04000' })
    for (let parts = 1; ; parts += 1) {
      expect(last.products.length).toBeLessThanOrEqual(4_000)
      expect(parts).toBeLessThan(10)
      for (const { product_no } of last.products) told.add(product_no)
      if (last.range?.through == null) break
      last = await ask({ since: begun.cursor, after: last.range.through })
    }
    const sold = await database.select().from(productRows).where(eq(productRows.active, true))
    expect(sold.filter(({ product_no }) => product_no > 'P04000' && !told.has(product_no))).toEqual([])
    await database.execute(sql`DELETE FROM products WHERE product_no LIKE 'Q%'`)
  })

  it('is refused, with the time to wait, only to a user with too many requests at once', async () => {
    const { cursor } = await ask()
    const other = await aUser(database)
    // Each asks for changes, which are not shared.
    const mine = Array.from({ length: 60 }, () =>
      call(products.assortment, { token, query: { since: cursor } }),
    )
    const theirs = await call(products.assortment, { token: other.token, query: { since: cursor } })
    expect(theirs.status).toBe(200)
    const refused = (await Promise.all(mine)).filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { error, headers } of refused) {
      expect(error.code).toBe('rate_limited')
      expect(headers['retry-after']).toBe('5')
    }
  })

  it('consists of parts at least as new as the first one', async () => {
    const begun = await ask()
    const later = await ask({ since: begun.cursor, after: begun.range?.through ?? '' })
    const [last] = later.products.slice(-1)
    if (!last || !begun.range?.through) throw new Error('Too few products')
    // Another device starts after a change: the stored second part would be too old for it.
    await database
      .update(productRows)
      .set({ name: 'Newer' })
      .where(eq(productRows.product_no, last.product_no))
    const other = (await ask({ since: begun.cursor })).cursor
    const part = await ask({ since: other, after: begun.range.through })
    expect(part.products.find(({ product_no }) => product_no === last.product_no)?.name).toBe('Newer')
  })

  it('comes in full if there are too many changes', async () => {
    const { cursor } = await ask({ since: (await ask()).cursor })
    await withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await connection.$client.query('SELECT pg_current_xact_id()')
      await database.execute(sql`UPDATE products SET name = name || ' new' WHERE product_no LIKE 'P%'`)
      const whole = await ask({ since: cursor })
      expect(whole.range?.after).toBe('')
      // Once, and not for as long as that transaction stays open.
      expect((await ask({ since: whole.cursor })).range).toBeNull()
      await connection.$client.query('COMMIT')
    })
  })
})

describe('the prices of a customer', () => {
  it('come in full, then as changes, including withdrawn ones', async () => {
    const whole = await askPrices()
    expect(whole).toMatchObject({ whole: true, priceListId })
    expect(Object.fromEntries(whole.product_nos.map((no, place) => [no, whole.pence[place]]))).toEqual({
      'A-1': 100,
      'B-2': 200,
    })
    await database.update(prices).set({ pence: null }).where(eq(prices.product_no, 'A-1'))
    await database.update(prices).set({ pence: 210 }).where(eq(prices.product_no, 'B-2'))
    const changes = await askPrices(whole.cursor)
    expect(changes.whole).toBe(false)
    expect(Object.fromEntries(changes.product_nos.map((no, place) => [no, changes.pence[place]]))).toEqual({
      'A-1': null,
      'B-2': 210,
    })
    expect((await askPrices(changes.cursor)).product_nos).toEqual([])
  })

  it('come in full for a cursor of another list', async () => {
    const other = await aCustomer(database)
    const theirs = await aUser(database, { customerIds: [other.id] })
    const { cursor } = await askPrices()
    const reply = await call(products.prices, {
      token: theirs.token,
      params: { id: other.id },
      query: { since: cursor },
    })
    expect(reply.body).toMatchObject({ whole: true, priceListId: other.priceListId, product_nos: [] })
  })

  it('are not sent for another’s customer or an unknown one', async () => {
    const other = await aCustomer(database)
    for (const id of [other.id, 'NOBODY']) {
      const { status, error } = await call(products.prices, { token, params: { id } })
      expect([status, error.code]).toEqual([404, 'customer_not_found'])
    }
  })
})
