import { eq } from 'drizzle-orm'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { LINES_MAX, QUANTITY_MAX } from '#domain/trolly.ts'
import { products } from '#server/db/schema/products.ts'
import { aProduct, aShop, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp()

/** A shop, with a short function for each change to its trolly. */
const aTill = async () => {
  const shop = await aShop(database, call)
  const { token, params } = shop
  const line = { ...params, productNo: shop.product_no }
  return {
    ...shop,
    line,
    add: (
      quantity: number,
      { product_no = shop.product_no, ifMatch = undefined as string | undefined } = {},
    ) =>
      call(trollies.addItem, {
        token,
        params,
        body: { product_no, quantity, seenPricePence: 1250 },
        ...(ifMatch !== undefined && { ifMatch }),
      }),
    set: (quantity: number, ifMatch: number | string, seenPricePence: number | null = 1250) =>
      call(trollies.setItem, { token, params: line, ifMatch, body: { quantity, seenPricePence } }),
    remove: (ifMatch: number | string) => call(trollies.removeItem, { token, params: line, ifMatch }),
    read: async () => (await call(trollies.get, { token, params })).body,
  }
}

describe('adding to a line', () => {
  it('replies with the line, its versions before and after, its product and the trolly’s totals', async () => {
    const { add, product_no } = await aTill()
    const { body } = await add(2)
    expect(body).toMatchObject({
      versionBefore: 1,
      detailsVersionBefore: 1,
      basket: { version: 2, detailsVersion: 1, totals: { lineCount: 1, netPence: 2500 } },
      line: {
        product_no,
        quantity: 2,
        version: 1,
        versionBefore: 0,
        removed: false,
        seenPricePence: 1250,
        product: { name: 'Chopped tomatoes', pricePence: 1250, stockQuantity: 100 },
      },
    })
  })

  it('sums the additions of two devices', async () => {
    const { add, read } = await aTill()
    await add(2)
    const { body } = await add(3)
    expect(body.line).toMatchObject({ quantity: 5, version: 2, versionBefore: 1 })
    expect((await read()).items).toMatchObject([{ quantity: 5, version: 2 }])
  })

  it('includes the other lines in the totals', async () => {
    const { add, otherProductNo } = await aTill()
    await add(2)
    const { body } = await add(1, { product_no: otherProductNo })
    expect(body.basket.totals).toMatchObject({ lineCount: 2, netPence: 3750 })
  })

  it('restores a removed line in its old place with the next version', async () => {
    const { add, remove, read } = await aTill()
    await add(4)
    const before = (await read()).items[0]
    await remove(1)
    const { body } = await add(1)
    expect(body.line).toMatchObject({ quantity: 1, version: 3, versionBefore: 2, addedAt: before?.addedAt })
  })

  it('conflicts if the line seen was removed meanwhile', async () => {
    const { add, remove } = await aTill()
    await add(4)
    await remove(1)
    const gone = await add(1, { ifMatch: '*' })
    expect(gone.status).toBe(412)
    expect(gone.error).toMatchObject({ line: { quantity: 0, removed: true, version: 2 } })
  })

  it('conflicts if the line seen never existed', async () => {
    const { add } = await aTill()
    const never = await add(1, { ifMatch: '*' })
    expect(never.error).toMatchObject({ code: 'version_mismatch', line: null, basket: { version: 1 } })
  })

  it('succeeds if the line seen still exists', async () => {
    const { add } = await aTill()
    await add(4)
    expect((await add(1, { ifMatch: '*' })).body.line).toMatchObject({ quantity: 5 })
  })

  it('rejects a sum above the line limit, and leaves the line unchanged', async () => {
    const { add, read } = await aTill()
    await add(QUANTITY_MAX)
    const { status, error } = await add(1)
    expect([status, error.code]).toEqual([422, 'quantity_out_of_range'])
    expect((await read()).items).toMatchObject([{ quantity: QUANTITY_MAX, version: 1 }])
  })

  it('rejects one product above the trolly limit, but not more of an existing line', async () => {
    const { token, customer, user, product_no } = await aTill()
    const lines = Array.from({ length: LINES_MAX - 1 }, (_, index) => ({ product_no: `FULL-${index}` }))
    const id = await aTrolly(database, {
      customerId: customer.id,
      createdBy: user.id,
      lines: [...lines, { product_no }],
    })
    const another = await aProduct(database)
    const ofOne = (no: string) =>
      call(trollies.addItem, {
        token,
        params: { id },
        body: { product_no: no, quantity: 1, seenPricePence: null },
      })
    expect((await ofOne(another)).error.code).toBe('too_many_lines')
    expect((await ofOne(product_no)).body.line).toMatchObject({ quantity: 2 })
  })

  it('rejects an unknown product and one no longer sold', async () => {
    const { add } = await aTill()
    const gone = await aProduct(database, { active: false })
    const [never, inactive] = [await add(1, { product_no: 'NO-SUCH' }), await add(1, { product_no: gone })]
    expect(never.error.code).toBe('product_not_found')
    expect(inactive.text).toBe(never.text)
  })

  it('accepts a product number that must be escaped in an address', async () => {
    const { add, token, params } = await aTill()
    const product_no = await aProduct(database, { product_no: 'A/1.b_2-3' })
    await add(1, { product_no })
    const { body } = await call(trollies.setItem, {
      token,
      params: { ...params, productNo: product_no },
      ifMatch: 1,
      body: { quantity: 7, seenPricePence: null },
    })
    expect(body.line).toMatchObject({ product_no, quantity: 7 })
  })
})

describe('setting a line’s quantity', () => {
  it('succeeds if the version matches, quoted or not', async () => {
    const { add, set } = await aTill()
    await add(2)
    expect((await set(9, '"1"')).body.line).toMatchObject({ quantity: 9, version: 2, versionBefore: 1 })
    expect((await set(8, '2')).body.line).toMatchObject({ quantity: 8, version: 3, versionBefore: 2 })
  })

  it('conflicts with a change elsewhere, and returns the current line and trolly', async () => {
    const { add, set, read } = await aTill()
    await add(2)
    await set(6, 1)
    const { status, error } = await set(4, 1)
    expect(status).toBe(412)
    expect(error).toMatchObject({
      code: 'version_mismatch',
      line: { quantity: 6, version: 2, removed: false },
      basket: { version: 3, totals: { netPence: 6 * 1250 } },
    })
    expect((await read()).items).toMatchObject([{ quantity: 6, version: 2 }])
  })

  it('to its current value is not a conflict and keeps the versions', async () => {
    const { add, set, read } = await aTill()
    await add(2)
    await set(6, 1)
    const { body } = await set(6, 1, 999)
    expect(body).toMatchObject({
      versionBefore: 3,
      basket: { version: 3 },
      line: { version: 2, versionBefore: 2 },
    })
    expect((await read()).items).toMatchObject([{ version: 2, seenPricePence: 1250 }])
  })

  it('records the price seen', async () => {
    const { add, set } = await aTill()
    await add(2)
    expect((await set(2, 1, 1_300)).body.line).toMatchObject({
      quantity: 2,
      version: 2,
      seenPricePence: 1_300,
    })
  })

  it('adds a line that never existed, as version 0, and one that was removed', async () => {
    const { set, remove } = await aTill()
    expect((await set(3, 0)).body.line).toMatchObject({ quantity: 3, version: 1, versionBefore: 0 })
    await remove(1)
    expect((await set(5, 2)).body.line).toMatchObject({ quantity: 5, version: 3, removed: false })
  })

  it('conflicts with a removal elsewhere', async () => {
    const { add, set, remove } = await aTill()
    await add(2)
    await remove(1)
    expect((await set(3, 1)).error).toMatchObject({ line: { removed: true, version: 2 } })
  })

  it('conflicts if the line with that version never existed', async () => {
    const { set } = await aTill()
    expect((await set(3, 5)).error).toMatchObject({ code: 'version_mismatch', line: null })
  })

  it('rejects a product that is no longer sold', async () => {
    const { add, set, product_no } = await aTill()
    await add(2)
    await withdraw(product_no)
    expect((await set(3, 1)).error.code).toBe('product_not_found')
  })
})

describe('removing a line', () => {
  it('keeps it with its version and no quantity', async () => {
    const { add, remove, read } = await aTill()
    await add(2)
    const { body } = await remove(1)
    expect(body).toMatchObject({
      line: { quantity: 0, removed: true, version: 2, versionBefore: 1 },
      basket: { version: 3, totals: { lineCount: 0, totalPence: 0 } },
    })
    expect((await read()).items).toMatchObject([{ removed: true, version: 2 }])
  })

  it('conflicts with a change elsewhere', async () => {
    const { add, remove } = await aTill()
    await add(2)
    await add(2)
    expect((await remove(1)).error).toMatchObject({ line: { quantity: 4, version: 2 } })
  })

  it('succeeds if it is already removed or never existed', async () => {
    const { add, remove } = await aTill()
    expect((await remove(0)).body.line).toMatchObject({ version: 0, versionBefore: 0, removed: true })
    await add(2)
    await remove(1)
    expect((await remove(1)).body).toMatchObject({
      versionBefore: 3,
      basket: { version: 3 },
      line: { version: 2, versionBefore: 2, removed: true },
    })
  })

  it('works for a product that is no longer sold', async () => {
    const { add, remove, product_no } = await aTill()
    await add(2)
    await withdraw(product_no)
    expect((await remove(1)).body.line).toMatchObject({ removed: true, product: null })
  })
})

describe('a version', () => {
  it('that is missing lets the last write win, for the line, the details and the trolly', async () => {
    const { token, params, line, add, read } = await aTill()
    await add(2)
    await add(2)
    await call(trollies.setItem, { token, params: line, body: { quantity: 1 } })
    await call(trollies.setItem, { token, params: line, body: { quantity: 7, seenPricePence: null } })
    for (const poNumber of ['A', 'B']) await call(trollies.update, { token, params, body: { poNumber } })
    expect(await read()).toMatchObject({
      poNumber: 'B',
      detailsVersion: 3,
      version: 7,
      items: [{ quantity: 7, version: 4, seenPricePence: null }],
    })
    const removed = await call(trollies.removeItem, { token, params: line })
    expect(removed.body.line).toMatchObject({ removed: true, version: 5 })
    expect((await call(trollies.remove, { token, params })).body.basket.state).toBe('deleted')
  })

  it('may be missing together with the price seen, which then stays', async () => {
    const { token, params, line, add, product_no } = await aTill()
    const added = await call(trollies.addItem, { token, params, body: { product_no } })
    expect(added.body.line).toMatchObject({ quantity: 1, seenPricePence: null })
    await add(1)
    const set = await call(trollies.setItem, { token, params: line, body: { quantity: 5 } })
    expect(set.body.line).toMatchObject({ quantity: 5, seenPricePence: 1250 })
  })

  it.each(['*', 'W/"1"', '"1', '1"', 'one', '-1', '1.0', '', '"1", "2"', '99999999999'])(
    'is answered with 400 if it is %j',
    async (ifMatch) => {
      const { set } = await aTill()
      const { status, error } = await set(1, ifMatch)
      expect([status, error.code]).toEqual([400, 'invalid_request'])
      expect(error.errors).toMatchObject([{ path: 'headers/if-match' }])
    },
  )

  it('can only be * for an addition', async () => {
    const { add } = await aTill()
    expect((await add(1, { ifMatch: '"1"' })).status).toBe(400)
  })
})

describe('another user’s trolly', () => {
  it('is not found, with the same reply as for an unknown one, for every change', async () => {
    const { product_no, line, params } = await aTill()
    const { token } = await aUser(database)
    const nowhere = { id: uuidv7() }
    const changes = [
      (at: { id: string }) =>
        call(trollies.addItem, {
          token,
          params: at,
          body: { product_no, quantity: 1, seenPricePence: null },
        }),
      (at: { id: string }) =>
        call(trollies.setItem, {
          token,
          params: { ...line, ...at },
          ifMatch: 0,
          body: { quantity: 1, seenPricePence: null },
        }),
      (at: { id: string }) =>
        call(trollies.setTerms, { token, params: { ...line, ...at }, body: { note: 'x' } }),
      (at: { id: string }) => call(trollies.removeItem, { token, params: { ...line, ...at }, ifMatch: 0 }),
      (at: { id: string }) =>
        call(trollies.update, { token, params: at, ifMatch: 1, body: { poNumber: 'x' } }),
      (at: { id: string }) => call(trollies.remove, { token, params: at, ifMatch: 1 }),
      (at: { id: string }) => call(trollies.get, { token, params: at }),
    ]
    for (const change of changes) {
      const [theirs, nobodys] = [
        await costOf(async () => await change(params)),
        await costOf(async () => await change(nowhere)),
      ]
      expect(theirs.reply.error.code).toBe('trolly_not_found')
      expect(theirs.reply.text).toBe(nobodys.reply.text)
      // Nor does the timing reveal a difference: the same statements, none of which reads a line.
      expect(theirs.statements).toEqual(nobodys.statements)
      expect(theirs.rowsOfLines).toBe(0)
    }
  })

  it('is open to staff and to every user of the customer', async () => {
    const { add, params, customer } = await aTill()
    await add(2)
    const colleagues = [
      await aUser(database, { customerIds: [customer.id] }),
      await aUser(database, { accountType: 'ST' }),
    ]
    for (const { token } of colleagues) {
      expect((await call(trollies.get, { token, params })).body.items).toHaveLength(1)
    }
  })
})

async function withdraw(product_no: string): Promise<void> {
  await database.update(products).set({ active: false }).where(eq(products.product_no, product_no))
}

/** A call's database statements, and how many line rows they read. */
async function costOf<T>(ask: () => Promise<T>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const reply = await ask()
  const results = await Promise.all(query.mock.results.map(({ value }) => value as Promise<pg.QueryResult>))
  const statements = query.mock.calls.map(([config]) => nameOf(config))
  query.mockRestore()
  const lines = results.filter((_, index) => statements[index] === 'line_context')
  return { reply, statements, rowsOfLines: lines.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0) }
}

const nameOf = (config: unknown): string =>
  typeof config === 'string' ? config : ((config as { name?: string }).name ?? '')
