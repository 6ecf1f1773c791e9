import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { distributorCustomerCodes, distributorProductCodes } from '#contract/distributor-codes.ts'
import { distributorOrders } from '#contract/distributor-orders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import { distributorUnmatched } from '#server/db/schema/distributor-codes.ts'
import { aShared, DISTRIBUTORS, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp({ now: () => new Date('2026-11-25T09:00:00Z') })
const { database, call } = app
const shared = await aShared(database)
await database.update(customers).set({ distributorNo: 'D7' }).where(eq(customers.id, shared.customer.id))
const { priceListId } = shared.customer
const sister = (await aCustomer(database, { distributorNo: 'D7', priceListId, name: 'Sister Inn' })).id
const foreign = (await aCustomer(database, { distributorNo: 'D7', priceListId, name: 'Not theirs' })).id
const { token: staff } = await aUser(database, { accountType: 'ST' })
const customerIds = [shared.customer.id, sister]
const { token } = await aUser(database, { accountType: 'DS', customerIds })
const eights = [(await aCustomer(database, { distributorNo: 'D8', priceListId })).id]
const { token: rival } = await aUser(database, { accountType: 'DS', customerIds: eights })

const always = { distributorNo: 'D7', validFrom: null, validTo: null }
const codeOfCustomer = async (theirCode: string, customerId: string, days = {}) =>
  await call(distributorCustomerCodes.create, {
    token: staff,
    body: { ...always, theirCode, customerId, ...days },
  })
const codeOfProduct = async (theirCode: string, productNo: string, packFactor = 1, days = {}) =>
  await call(distributorProductCodes.create, {
    token: staff,
    body: { ...always, theirCode, productNo, packFactor, ...days },
  })
await codeOfCustomer('R-1', shared.customer.id)
await codeOfCustomer('R-2', sister)
await codeOfCustomer('R-9', foreign)
await codeOfProduct('P-1', shared.product_no, 12)
const other = await aProduct(database, { priceListId, name: 'Plum tomatoes' })
await codeOfProduct('P-2', other)

type Rows = NonNullable<BodyOf<typeof distributorOrders.read>['rows']>
const row = (parts: Partial<Rows[number]> = {}): Rows[number] => ({
  theirCustomerCode: 'R-1',
  theirProductCode: 'P-1',
  quantity: 2,
  ...parts,
})
const read = (body: Partial<BodyOf<typeof distributorOrders.read>>, by = token) =>
  call(distributorOrders.read, { token: by, body: { distributorNo: 'D7', ...body } })
const unmatched = async (kind: 'customer' | 'product', by = token) =>
  (await call(distributorOrders.unmatched, { token: by, body: { kind, sort_by: 'theirCode' } })).body.data
const linesOf = async (id: string) => {
  const { body } = await call(trollies.get, { token, params: { id } })
  return body.items.map(({ product_no, quantity }) => [product_no, quantity])
}
const countTrollies = async () => await database.$count(baskets)

const waitingId = uuidv7()
await database.insert(distributorUnmatched).values({
  id: waitingId,
  distributorNo: 'D7',
  kind: 'product',
  theirCode: 'WAITS',
  day: '2026-11-25',
  rowCount: 1,
  lastAt: new Date('2026-11-25T09:00:00Z'),
})

testAccess(app, shared, { distributorOrders }, () => ({
  'distributorOrders.read': {
    expected: DISTRIBUTORS,
    request: { body: { distributorNo: 'D7', rows: [] } },
  },
  'distributorOrders.unmatched': { expected: DISTRIBUTORS, request: { body: { kind: 'product' } } },
  'distributorOrders.suggest': { expected: DISTRIBUTORS, request: { params: { id: waitingId } } },
}))

describe('orders in a distributor’s codes', () => {
  it('become a trolly for each customer, day and order number, in our units; nothing is placed', async () => {
    const { body } = await read({
      rows: [
        row({ quantity: 2, poNumber: 'A7', deliveryDay: '2026-11-27' }),
        row({ quantity: 1, poNumber: 'A7', deliveryDay: '2026-11-27' }),
        row({ theirProductCode: 'P-2', quantity: 5, poNumber: 'A7', deliveryDay: '2026-11-27' }),
        row({ theirCustomerCode: 'R-2', quantity: 1 }),
      ],
    })
    expect(body).toMatchObject({
      trollies: [
        { customerId: shared.customer.id, deliveryDay: '2026-11-27', poNumber: 'A7', lineCount: 2 },
        { customerId: sister, deliveryDay: null, poNumber: '', lineCount: 1 },
      ],
      unmatched: [],
      refused: [],
    })
    const [first, second] = body.trollies
    expect(await linesOf(first?.basketId ?? '')).toEqual([
      [shared.product_no, 36],
      [other, 5],
    ])
    expect(await linesOf(second?.basketId ?? '')).toEqual([[shared.product_no, 12]])
    const { body: trolly } = await call(trollies.get, { token, params: { id: first?.basketId ?? '' } })
    expect(trolly).toMatchObject({ state: 'open', poNumber: 'A7', deliveryDay: '2026-11-27' })
  })

  it('come as a file too, whose faulty rows are told by their line', async () => {
    const csv = [
      'theirCustomerCode;theirProductCode;quantity;deliveryDay',
      'R-1;P-1;3;27/11/2026',
      'R-1;P-2;none;',
    ].join('\r\n')
    const { body } = await read({ csv })
    expect(body.trollies).toMatchObject([{ deliveryDay: '2026-11-27', lineCount: 1 }])
    expect(body.refused).toMatchObject([{ line: 3, why: expect.stringContaining('quantity') }])
    expect((await read({ csv: 'customer,product\nR-1,P-1' })).error.code).toBe('invalid_request')
  })

  it('are made once, however often the same request arrives', async () => {
    const body = { distributorNo: 'D7', rows: [row()] }
    const key = uuidv7()
    const before = await countTrollies()
    const replies = [
      await call(distributorOrders.read, { token, body, key }),
      await call(distributorOrders.read, { token, body, key }),
    ]
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect(await countTrollies()).toBe(before + 1)
  })

  it('are made once under an order number, whatever the request; without a number they are new', async () => {
    const rows = [
      row({ poNumber: 'ONCE', quantity: 3 }),
      row({ poNumber: 'ONCE', theirProductCode: 'P-LATE' }),
    ]
    const first = (await read({ rows })).body
    expect(first.trollies).toMatchObject([{ poNumber: 'ONCE', lineCount: 1 }])
    const before = await countTrollies()
    const again = (await read({ rows })).body
    expect(again.trollies).toEqual([{ ...first.trollies[0], repeated: true }])
    await codeOfProduct('P-LATE', other)
    const late = (await read({ rows })).body
    expect(late.trollies).toMatchObject([{ ...first.trollies[0], repeated: true }, { lineCount: 1 }])
    expect(await countTrollies()).toBe(before + 1)
    expect((await read({ rows })).body.trollies).toHaveLength(2)
    expect(await countTrollies()).toBe(before + 1)
    await read({ rows: [row({ quantity: 3 })] })
    expect(await countTrollies()).toBe(before + 2)
  })

  it('are refused under a number that was read with another quantity or day, unless that trolly was deleted', async () => {
    const [made] = (await read({ rows: [row({ poNumber: 'MOVED' })] })).body.trollies
    const before = await countTrollies()
    const why = 'P-1 was read before under MOVED, with another quantity or day.'
    for (const other of [{ quantity: 3 }, { deliveryDay: '2026-11-27' }])
      expect((await read({ rows: [row({ poNumber: 'MOVED', ...other })] })).body).toMatchObject({
        trollies: [],
        refused: [{ line: 1, why }],
      })
    expect(await countTrollies()).toBe(before)
    const forSister = { theirCustomerCode: 'R-2', poNumber: 'MOVED', quantity: 3 }
    expect((await read({ rows: [row(forSister)] })).body.trollies).toHaveLength(1)
    await call(trollies.remove, { token, params: { id: made?.basketId ?? '' } })
    const { body } = await read({ rows: [row({ poNumber: 'MOVED', quantity: 3 })] })
    expect(body.trollies).toMatchObject([{ lineCount: 1 }])
    expect(body.trollies[0]).not.toHaveProperty('repeated')
  })

  it('are made once by two requests at the same time', async () => {
    const before = await countTrollies()
    const rows = [row({ poNumber: 'TWICE' })]
    await Promise.all([read({ rows }), read({ rows }, staff)])
    expect(await countTrollies()).toBe(before + 1)
  })

  it('leave out what cannot be ordered', async () => {
    const gone = await aProduct(database, { priceListId, active: false })
    await codeOfProduct('P-GONE', gone)
    const before = await countTrollies()
    const { body } = await read({
      rows: [
        row({ theirProductCode: 'P-GONE' }),
        row({ quantity: 9_999 }),
        row({ theirCustomerCode: 'R-9' }),
      ],
    })
    expect(body).toMatchObject({
      trollies: [],
      refused: [
        { line: 1, why: `${gone} is no longer sold.` },
        { line: 2, why: `119988 of ${shared.product_no} are more than 9999.` },
        { line: 3, why: 'You may not order for this customer.' },
      ],
    })
    expect(await countTrollies()).toBe(before)
  })

  it('are refused from somebody who may not order, and for another’s distributor', async () => {
    const { token: looksOnly } = await aUser(database, {
      accountType: 'DS',
      canPlaceOrders: false,
      customerIds,
    })
    expect((await read({ rows: [row()] }, looksOnly)).error.code).toBe('may_not_order')
    const before = await countTrollies()
    for (const distributorNo of ['D7', 'D0'])
      expect((await read({ distributorNo, rows: [row()] }, rival)).error.errors).toMatchObject([
        { path: 'body/distributorNo' },
      ])
    expect((await read({ distributorNo: 'D0', rows: [row()] }, staff)).error.code).toBe('invalid_request')
    expect(await countTrollies()).toBe(before)
  })
})

describe('an unknown code', () => {
  it('waits with what the orders say of it, until it is added', async () => {
    const rows = [
      row({ theirProductCode: 'NEW', name: 'Plum tomatos', gtin: '5000169005742' }),
      row({ theirProductCode: 'NEW', quantity: 1 }),
      row({ theirCustomerCode: 'R-NEW' }),
    ]
    const { body } = await read({ rows })
    expect(body).toMatchObject({
      trollies: [],
      unmatched: [
        { kind: 'product', theirCode: 'NEW', rowCount: 2 },
        { kind: 'customer', theirCode: 'R-NEW', rowCount: 1 },
      ],
    })
    await read({ rows: [row({ theirProductCode: 'NEW' })] })
    expect((await unmatched('product'))[0]).toMatchObject({
      theirCode: 'NEW',
      name: 'Plum tomatos',
      gtin: '5000169005742',
      rowCount: 3,
      distributorNo: 'D7',
    })
    expect((await unmatched('customer')).map(({ theirCode }) => theirCode)).toEqual(['R-NEW'])
    await codeOfProduct('NEW', other)
    expect((await unmatched('product')).map(({ theirCode }) => theirCode)).toEqual(['WAITS'])
    expect((await read({ rows: rows.slice(0, 2) })).body.unmatched).toEqual([])
  })

  it('is one that is not valid on the day', async () => {
    await codeOfProduct('ENDED', other, 1, { validTo: '2026-11-30' })
    const on = async (deliveryDay: string) =>
      (await read({ rows: [row({ theirProductCode: 'ENDED', deliveryDay })] })).body
    expect((await on('2026-11-30')).unmatched).toEqual([])
    expect((await on('2026-12-01')).unmatched).toMatchObject([{ theirCode: 'ENDED' }])
    expect((await unmatched('product')).map(({ theirCode }) => theirCode)).toContain('ENDED')
    await codeOfProduct('ENDED', other, 1, { validFrom: '2026-12-01' })
    expect((await unmatched('product')).map(({ theirCode }) => theirCode)).not.toContain('ENDED')
  })

  it('is suggested the product with its barcode, then those with a similar name', async () => {
    const gtin = '5010477348678'
    const barcode = await aProduct(database, { priceListId, name: 'Baked beans', gtins: [gtin] })
    await read({ rows: [row({ theirProductCode: 'LIKE', name: 'Plum tomatoes', gtin })] })
    const [found] = (await unmatched('product')).filter(({ theirCode }) => theirCode === 'LIKE')
    const params = { id: found?.id ?? '' }
    const { data } = (await call(distributorOrders.suggest, { token, params })).body
    expect(data.slice(0, 2)).toMatchObject([
      { ours: barcode, why: 'gtin' },
      { ours: other, why: 'name' },
    ])
  })

  it('of a customer is suggested the distributor’s customers without a code', async () => {
    const uncoded = (await aCustomer(database, { distributorNo: 'D7', priceListId, name: 'New Inn' })).id
    await read({ rows: [row({ theirCustomerCode: 'R-ASK' })] })
    const [found] = (await unmatched('customer')).filter(({ theirCode }) => theirCode === 'R-ASK')
    const params = { id: found?.id ?? '' }
    expect((await call(distributorOrders.suggest, { token, params })).body.data).toMatchObject([
      { ours: uncoded, name: 'New Inn', why: 'no_code' },
    ])
  })

  it('of another distributor is not there', async () => {
    expect(await unmatched('product', rival)).toEqual([])
    expect(await unmatched('customer', rival)).toEqual([])
    const { error } = await call(distributorOrders.suggest, { token: rival, params: { id: waitingId } })
    expect(error.code).toBe('record_not_found')
  })
})
