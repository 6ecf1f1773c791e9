import { expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import { LINES_MAX } from '#domain/trolly.ts'
import { aProduct, aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'
import { archive, manyProducts } from '#tests/support/templates.ts'

/** A trolly that is sent back as it was read, or any part of it. */

const { database, call } = await startTestApp()

type Body = BodyOf<typeof trollies.update>

/** Two of one product and three of another, which was removed. */
const aFilledTrolly = async () => {
  const shop = await aShop(database, call)
  const { token, params, product_no, otherProductNo } = shop
  const item = (product: string, quantity: number) =>
    call(trollies.addItem, { token, params, body: { product_no: product, quantity, seenPricePence: 1250 } })
  await item(product_no, 2)
  await item(otherProductNo, 3)
  const removed = { ...params, productNo: otherProductNo }
  await call(trollies.removeItem, { token, params: removed })
  return {
    ...shop,
    add: (quantity: number) => item(product_no, quantity),
    put: (body: Body, ifMatch?: number) =>
      call(trollies.update, { token, params, body, ...(ifMatch !== undefined && { ifMatch }) }),
    read: async () => (await call(trollies.get, { token, params })).body,
  }
}

it('changes nothing if it is sent back as it was read', async () => {
  const { put, read } = await aFilledTrolly()
  const seen = await read()
  const { body } = await put(seen)
  expect(body).toMatchObject({ versionBefore: 4, detailsVersionBefore: 1 })
  expect(body.basket).toEqual({ ...seen, items: undefined })
  expect(await read()).toEqual(seen)
})

it('sets details and quantities in one step, and leaves other items alone', async () => {
  const { put, read, product_no, otherProductNo } = await aFilledTrolly()
  const fresh = await aProduct(database)
  const { body } = await put({
    poNumber: 'PO 9',
    items: [
      { product_no: fresh, quantity: 4, seenPricePence: 99 },
      { product_no: otherProductNo, quantity: 1 },
    ],
  })
  expect(body).toMatchObject({
    versionBefore: 4,
    basket: { version: 7, detailsVersion: 2, poNumber: 'PO 9' },
  })
  expect(body.basket.totals.lineCount).toBe(3)
  expect((await read()).items).toMatchObject([
    { product_no, quantity: 2, version: 1 },
    { product_no: otherProductNo, quantity: 1, version: 3, removed: false, seenPricePence: 1250 },
    { product_no: fresh, quantity: 4, version: 1, seenPricePence: 99 },
  ])
})

it('removes an item with the quantity 0, or one that says so', async () => {
  const { put, read, product_no } = await aFilledTrolly()
  await put({ items: [{ product_no, quantity: 0 }] })
  expect((await read()).items).toMatchObject([{ quantity: 0, removed: true, version: 2 }, { version: 2 }])
  await put({ items: [{ product_no }] })
  await put({ items: [{ product_no, removed: true }] })
  expect((await read()).items[0]).toMatchObject({ quantity: 0, removed: true, version: 4 })
})

it('never overwrites what it did not see, if it says what it saw', async () => {
  const { put, read, add } = await aFilledTrolly()
  const seen = await read()
  await add(1)
  const items = seen.items.map((line) => ({ ...line, quantity: line.removed ? 0 : 5 }))
  const late = await put({ ...seen, poNumber: 'PO 9', items })
  expect(late.error).toMatchObject({
    code: 'version_mismatch',
    basket: { version: 5 },
    line: { quantity: 3, version: 2 },
  })
  expect(await read()).toMatchObject({ poNumber: '', version: 5 })
  await put({ poNumber: 'PO 8' })
  const { detailsVersion } = seen
  expect((await put({ poNumber: 'PO 9', detailsVersion })).error.code).toBe('version_mismatch')
  expect((await put({ poNumber: 'PO 9' }, 1)).error.code).toBe('version_mismatch')
  expect((await put({ poNumber: 'PO 9', items: items.map(({ version: _, ...item }) => item) })).status).toBe(
    200,
  )
  expect(await read()).toMatchObject({ poNumber: 'PO 9', items: [{ quantity: 5 }, { removed: true }] })
})

it.each<[what: string, body: (product_no: string) => Body, path: string]>([
  ['another account', () => ({ customerId: 'ELSEWHERE' }), 'body/customerId'],
  ['another id', () => ({ id: '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11' }), 'body/id'],
  ['another state', () => ({ state: 'deleted' }), 'body/state'],
  ['an order to replace', () => ({ replacesOrderNo: '100123' }), 'body/replacesOrderNo'],
  [
    'a product twice',
    (product_no) => ({ items: [{ product_no }, { product_no, quantity: 4 }] }),
    'body/items/1/product_no',
  ],
  [
    'a removed item with a quantity',
    (product_no) => ({ items: [{ product_no, quantity: 4, removed: true }] }),
    'body/items/0/removed',
  ],
])('refuses %s, naming the field, and changes nothing', async (_, bodyOf, path) => {
  const { put, read, product_no } = await aFilledTrolly()
  const before = await read()
  const { error } = await put({ poNumber: 'PO 9', ...bodyOf(product_no) })
  expect(error).toMatchObject({ code: 'invalid_request', errors: [{ path }] })
  expect(await read()).toEqual(before)
})

it('refuses more of products that are not sold, but keeps and removes them', async () => {
  const { put, read, product_no } = await aFilledTrolly()
  await archive(database, product_no)
  const refused = await put({ items: [{ product_no: 'NO-SUCH' }, { product_no, quantity: 9 }] })
  expect(refused.error).toMatchObject({
    code: 'product_not_found',
    errors: [{ path: 'body/items/0/product_no' }, { path: 'body/items/1/product_no' }],
  })
  expect((await put({ items: [{ product_no, quantity: 2 }] })).body.basket.version).toBe(4)
  await put({ items: [{ product_no, quantity: 0 }] })
  expect((await read()).items[0]).toMatchObject({ removed: true })
})

it('holds as many lines as a trolly may have, and can be sent back with all of them', async () => {
  const { put, read } = await aFilledTrolly()
  const items = (await manyProducts(database, LINES_MAX)).map((product_no) => ({ product_no }))
  expect((await put({ items })).error.code).toBe('too_many_lines')
  expect((await put({ items: items.slice(1) })).status).toBe(200)
  const full = await read()
  expect(full.totals.lineCount).toBe(LINES_MAX)
  expect((await put({ ...full, poNumber: 'PO 1000' })).body.basket).toMatchObject({ poNumber: 'PO 1000' })
})
