import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { inSearch } from '#server/db/transaction.ts'
import { refusalOf } from '#server/routing/refusal.ts'
import { aShared, SIGNED_IN, testAccess, USES_ORDER } from '#tests/support/access.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const parts = await startTestApp({ now: () => NOW })
const { database, call } = parts
const { aReadyTrolly } = readyTrollies(database)
const shared = await aShared(database)

type Row = Partial<typeof orders.$inferInsert>
let nextNo = 1_000
const anOrderRow = async (customerId: string, fields: Row = {}): Promise<string> => {
  const id = uuidv7()
  nextNo += 1
  const times = { placedAt: new Date(NOW.getTime() + nextNo), deliveryDay: DAY }
  const pence = { netPence: 500, vatPence: 100, totalPence: 600 }
  await database.insert(orders).values({ id, orderNo: nextNo, customerId, ...times, ...pence, ...fields })
  return id
}

const orderOfShared = await anOrderRow(shared.customer.id)
testAccess(parts, shared, { orderHistory }, () => ({
  'orderHistory.search': { expected: SIGNED_IN, request: { body: {} } },
  'orderHistory.read': { expected: SIGNED_IN, request: { body: { ids: [orderOfShared] } } },
  'orderHistory.recreate': {
    expected: { ...USES_ORDER, noOrders: 'may_not_order' },
    request: { params: { id: orderOfShared }, body: { basketId: uuidv7(), deliveryDay: null } },
  },
}))

const anAccount = async (fields: { id?: string; name?: string } = {}) => {
  const { id: customerId } = await aCustomer(database, { name: 'The Ploughman’s Rest', ...fields })
  const { token } = await aUser(database, { customerIds: [customerId] })
  const found = async (body: BodyOf<typeof orderHistory.search> = {}) =>
    (await call(orderHistory.search, { token, body })).body
  return {
    customerId,
    token,
    found,
    add: (fields?: Row) => anOrderRow(customerId, fields),
    ids: async (body?: BodyOf<typeof orderHistory.search>) => (await found(body)).data.map(({ id }) => id),
  }
}

describe('a search of the order history', () => {
  it('looks for eight distinct words and ignores the rest, as all lists do', async () => {
    const { add, ids } = await anAccount()
    const one = await add({ poNumber: 'one two three four five six seven eight' })
    const eight = 'one two three four five six seven eight'
    expect(await ids({ queryString: `${eight} nine` })).toEqual([one])
    expect(await ids({ queryString: `ONE one One ${eight} nine` })).toEqual([one])
    expect(await ids({ queryString: 'one two nine' })).toEqual([])
  })

  it('finds each word in the order, its customer, its day or any of its products', async () => {
    const { add, ids, customerId } = await anAccount()
    const [peas, wine] = [
      await aProduct(database, { name: 'Petits pois, crème' }),
      await aProduct(database, { name: 'Rioja' }),
    ]
    const line = {
      pack: '',
      quantity: 1,
      unitPricePence: 1,
      vatBasisPoints: 0,
      netPence: 1,
      name: 'As ordered',
    }
    const both = await add({ poNumber: 'Summer fete', deliveryDay: '2026-11-27' })
    const only = await add({ poNumber: 'Summer fete' })
    await database.insert(orderLines).values([
      { ...line, orderId: both, position: 1, product_no: peas },
      { ...line, orderId: both, position: 2, product_no: wine },
      { ...line, orderId: only, position: 1, product_no: peas },
    ])
    expect(await ids({ queryString: 'creme RIOJA fete' })).toEqual([both])
    expect(await ids({ queryString: 'creme' })).toEqual([only, both])
    expect(await ids({ queryString: `rioja 2026-11-27 ploughman’s ${customerId} fete` })).toEqual([both])
    expect(await ids({ queryString: 'poisc' })).toEqual([])
    expect(await ids({ queryString: 'rioja', filters: { from: '2030-01-01' } })).toEqual([])
  })

  it('of a user without customers reads no order', async () => {
    const { token } = await aUser(database, { accountType: 'C1' })
    const client = await database.$client.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE orders, products, customers IN ACCESS EXCLUSIVE MODE')
    const body = { queryString: 'a b c d e f g h' }
    expect((await call(orderHistory.search, { token, body })).body).toMatchObject({ data: [], total: 0 })
    expect((await call(activeOrders.search, { token, body })).body).toMatchObject({ data: [], total: 0 })
    await client.query('ROLLBACK')
    client.release()
  })

  it('runs one at a time for each user, and refuses a flood', async () => {
    const { token } = await anAccount()
    const other = await aUser(database, { accountType: 'C1' })
    const body = { queryString: 'a b c d e f g h' }
    const client = await database.$client.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE')
    const flood = Array.from({ length: 12 }, () => call(orderHistory.search, { token, body }))
    expect((await Promise.race(flood)).status).toBe(429)
    await eventually(async () => {
      // Not on the connection that locks: a transaction sees one state of this view, its first.
      const { rowCount } = await database.$client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%"orders"."order_no"%'`,
      )
      expect(rowCount).toBe(1)
    })
    expect((await call(orderHistory.search, { token: other.token, body })).status).toBe(200)
    await client.query('ROLLBACK')
    client.release()
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array<number>(11).fill(200), 429])
  })

  it('that takes too long is ended, and says so', async () => {
    const slow = inSearch(database, (connection) => connection.$client.query('SELECT pg_sleep(60)'), 20)
    const refusal = refusalOf(await slow.catch((error: unknown) => error))
    expect([refusal?.status, refusal?.reply]).toEqual([
      422,
      { code: 'too_slow', message: 'That search takes too long. Try fewer or longer words.' },
    ])
    // The limit ends with its transaction.
    const { rows } = await database.$client.query<{ limit: string }>(
      "SELECT current_setting('statement_timeout') AS limit",
    )
    expect(rows[0]?.limit).toBe('10s')
  })
})

describe('the order history', () => {
  it('lists orders of every status, most recent first, without replaced ones', async () => {
    const { add, found, ids } = await anAccount()
    const delivered = await add({ deliveredAt: NOW })
    const cancelled = await add({ cancelledAt: NOW })
    const replaced = await add({ replacedAt: NOW })
    const placed = await add()
    const { data, total } = await found()
    expect(data.map(({ id, status }) => [id, status])).toEqual([
      [placed, 'placed'],
      [cancelled, 'cancelled'],
      [delivered, 'delivered'],
    ])
    expect(total).toBe(3)
    expect(await ids({ filters: { status: 'replaced' } })).toEqual([replaced])
    expect(await ids({ filters: { status: 'delivered' } })).toEqual([delivered])
    expect(await ids({ page: 2, pageLength: 2 })).toEqual([delivered])
  })

  it('is searched by number, reference, account, product and day, as people type them', async () => {
    const { add, ids, customerId } = await anAccount({ id: 'ZOE', name: 'Café Zoë' })
    // Random numbers would sometimes begin with a searched day.
    const one = await add({ orderNo: 987_111_666, poNumber: 'PO-77', deliveryDay: '2026-11-05' })
    const other = await add({ orderNo: 987_654_322, deliveryDay: '2026-10-31' })
    const product_no = await aProduct(database, { product_no: 'CREME', name: 'Crème fraîche', active: false })
    await database.insert(orderLines).values({
      orderId: one,
      position: 1,
      product_no,
      name: 'Crème fraîche',
      pack: '2 l',
      quantity: 3,
      deliveredQuantity: 2,
      unitPricePence: 100,
      vatBasisPoints: 0,
      netPence: 300,
    })
    const by = (queryString: string) => ids({ queryString })
    expect(await by('po-77')).toEqual([one])
    expect(await by('987654322')).toEqual([other])
    expect(await by('cafe zoe')).toEqual([other, one])
    expect(await by('creme fraiche')).toEqual([one])
    expect(await by(product_no)).toEqual([one])
    for (const day of [
      '2026-11-05',
      '5/11/2026',
      '05/11/2026',
      '05/11/26',
      '5 Nov',
      'november',
      'Thu 5 Nov',
      '5.11.2026',
    ])
      expect(await by(day), day).toEqual([one])
    for (const day of ['20 nov', '26 Nov', '5 Nov 2025', '32 nov']) expect(await by(day), day).toEqual([])
    expect(await by('creme october')).toEqual([])
    expect(await ids({ filters: { from: '2026-11-01' } })).toEqual([one])
    expect(await ids({ filters: { to: '2026-10-31' } })).toEqual([other])
    expect(await ids({ customerId })).toEqual([other, one])
    expect(await ids({ sort_by: 'deliveryDay' })).toEqual([other, one])
    expect(await ids({ sort_by: 'orderNo_descending' })).toEqual([other, one])
  })

  it('counts lines and shortages', async () => {
    const { token, params, body } = await aReadyTrolly()
    const { body: order } = await call(trollies.checkout, { token, params, body })
    await database.update(orderLines).set({ deliveredQuantity: 1 }).where(eq(orderLines.orderId, order.id))
    const { data } = (await call(orderHistory.search, { token, body: {} })).body
    expect(data).toMatchObject([{ id: order.id, lineCount: 3, shortCount: 3 }])
  })

  it('shows what was billed, less credits, for orders of any age', async () => {
    const { customerId, token, found, add } = await anAccount()
    const placed = await add()
    const lines = [
      { quantity: 3, deliveredQuantity: 2, unitPricePence: 333, netPence: 1_000 },
      { vatBasisPoints: 2_000 },
    ]
    const charge = { deliveryChargePence: 500, deliveryVatBasisPoints: 2_000 }
    const old = await anInvoicedOrder(database, { customerId, day: '2024-02-29', lines, charge })
    expect((await found()).data.map(({ id, billedPence }) => [id, billedPence])).toEqual([
      [old.id, old.totalPence - 333],
      [placed, null],
    ])
    const { body } = await call(orderHistory.read, { token, body: { ids: [old.id, placed] } })
    expect(body.orders).toMatchObject([
      { lines: [{ billedPence: 667 }, { billedPence: 2_500 }], totals: { totalPence: old.totalPence } },
      { billedPence: null },
    ])
    // £10.00 and £25.00, delivery £5.00, VAT at 20 % of the last two.
    expect(old.totalPence).toBe(4_600)
  })

  it('shows only the user’s own orders', async () => {
    const mine = await anAccount()
    const theirs = await anAccount()
    const id = await theirs.add()
    expect(await mine.found({ customerId: theirs.customerId })).toMatchObject({ data: [], total: 0 })
    const own = await mine.add()
    const { body } = await call(orderHistory.read, { token: mine.token, body: { ids: [id, own] } })
    expect(body.orders.map((order) => order.id)).toEqual([own])
  })

  it('returns several orders in full at once', async () => {
    const { token, params, body } = await aReadyTrolly()
    const { body: order } = await call(trollies.checkout, { token, params, body })
    const read = await call(orderHistory.read, { token, body: { ids: [order.id] } })
    expect(read.body.orders).toMatchObject([
      { id: order.id, lines: order.lines, totals: order.totals, status: 'placed' },
    ])
  })
})

describe('ordering again', () => {
  const again = async (body = { basketId: uuidv7(), deliveryDay: DAY as string | null }) => {
    const ready = await aReadyTrolly()
    const { body: order } = await call(trollies.checkout, ready)
    await database.update(stock).set({ quantity: 30 })
    const request = { token: ready.token, params: { id: order.id }, body }
    const recreate = (key?: string) => call(orderHistory.recreate, { ...request, ...(key && { key }) })
    return { ...ready, order, request, recreate }
  }

  it('creates a new trolly with the same lines', async () => {
    const { order, recreate, request, customerId, peas } = await again()
    const { body } = await recreate()
    expect(body.basket).toMatchObject({
      id: request.body.basketId,
      customerId,
      deliveryDay: DAY,
      state: 'open',
      poNumber: '',
      replacesOrderId: null,
    })
    expect(body.basket.items.map(({ product_no, quantity }) => [product_no, quantity])).toEqual(
      order.lines.map(({ product_no, quantity }) => [product_no, quantity]),
    )
    expect(body.basket.totals).toEqual(order.totals)
    expect(body.lines[0]).toEqual({ product_no: peas, name: 'Peas', quantity: 2, result: 'added', now: 2 })
    expect(body.lines.map(({ result }) => result)).toEqual(['added', 'added', 'added'])
  })

  it('reports lines that are withdrawn, dearer, short or unpriced, and drops none silently', async () => {
    const { recreate, peas, wine, beef, priceListId } = await again()
    await database.update(products).set({ active: false }).where(eq(products.product_no, peas))
    await database.update(prices).set({ pence: 900 }).where(eq(prices.product_no, wine))
    await database.update(stock).set({ quantity: 1 }).where(eq(stock.product_no, wine))
    await database.delete(prices).where(eq(prices.product_no, beef))
    const { body } = await recreate()
    expect(body.lines).toEqual([
      { product_no: peas, name: 'Peas', quantity: 2, result: 'notSold', now: 0 },
      {
        product_no: wine,
        name: 'Wine',
        quantity: 3,
        result: 'short',
        now: 3,
        available: 1,
        repriced: { fromPence: 833, toPence: 900 },
      },
      {
        product_no: beef,
        name: 'Beef',
        quantity: 4,
        result: 'unpriced',
        now: 4,
        repriced: { fromPence: 1_155, toPence: null },
      },
    ])
    expect(body.basket.items.map(({ product_no }) => product_no)).toEqual([wine, beef])
    expect(priceListId).toBe(body.basket.priceListId)
  })

  it('repeats its reply, with the lines, to a request that is sent again after a lost reply', async () => {
    const { recreate, request, order, token } = await again()
    const key = request.body.basketId
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => recreate(key)))
    const answered = [first, ...others].filter((reply) => reply?.status === 200)
    expect(answered.length).toBeGreaterThan(0)
    await database.update(stock).set({ quantity: 0 })
    const repeated = await recreate(key)
    expect(repeated.text).toBe(answered[0]?.text)
    expect(repeated.body.lines).toHaveLength(order.lines.length)
    expect((await call(trollies.list, { token })).body.total).toBe(1)
  })

  it('creates one trolly for repeated and simultaneous requests with one id', async () => {
    const { recreate, request } = await again()
    const replies = await Promise.all(Array.from({ length: 8 }, () => recreate()))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect((await recreate()).error.code).toBe('trolly_exists')
    const missing = { ...request, params: { id: uuidv7() }, body: { basketId: uuidv7(), deliveryDay: null } }
    expect((await call(orderHistory.recreate, missing)).error.code).toBe('order_not_found')
  })

  it('creates a trolly that can be ordered unchanged', async () => {
    const { recreate, request, token } = await again()
    const { body } = await recreate()
    const seen = body.basket.items.map(({ product_no, quantity, product }) => ({
      product_no,
      quantity,
      unitPricePence: product?.pricePence ?? null,
    }))
    const placed = await call(trollies.checkout, {
      token,
      params: { id: request.body.basketId },
      body: {
        deliveryDay: DAY,
        lines: seen,
        totalPence: body.basket.totals.totalPence,
        confirmations: { ageRestricted: true, catchWeight: true },
      },
    })
    expect(placed.status).toBe(200)
  })
})
