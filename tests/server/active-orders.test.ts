import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { type BodyOf, pathOf } from '#contract/endpoint.ts'
import { activeOrders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { trollies, type ValidationChecks } from '#contract/trollies.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/features/payments/stripe-webhook.ts'
import { aShared, REPORTERS, SIGNED_IN, STAFF, testAccess, USES_ORDER } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { portOf } from '#tests/support/raw-http.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'
import { startStandInStripe } from '#tests/support/stand-in-stripe.ts'

const stripe = await startStandInStripe()
afterAll(() => stripe.close())
let now = NOW
const parts = await startTestApp({ now: () => now, config: stripe.config })
const { app, database, call } = parts
const { aReadyTrolly, seenNow, stockOf } = readyTrollies(database)
const shared = await aShared(database)

const at = async <T>(moment: Date, act: () => Promise<T>): Promise<T> => {
  now = moment
  try {
    return await act()
  } finally {
    now = NOW
  }
}

type Row = Partial<typeof orders.$inferInsert>
let nextNo = 1_000
const anOrderRow = async (customerId: string, fields: Row = {}): Promise<string> => {
  const id = fields.id ?? uuidv7()
  nextNo += 1
  await database.insert(orders).values({
    orderNo: nextNo,
    customerId,
    deliveryDay: '2026-11-25',
    netPence: 500,
    vatPence: 100,
    totalPence: 600,
    ...fields,
    id,
  })
  return id
}

const orderOfShared = await anOrderRow(shared.customer.id, { cutOffAt: new Date(NOW.getTime() + 60_000) })
const changedOfShared = await anOrderRow(shared.customer.id, { cutOffAt: new Date(NOW.getTime() + 60_000) })
const confirmedOfShared = await Promise.all(Array.from({ length: 12 }, () => anOrderRow(shared.customer.id)))
const ofShared = { params: { id: orderOfShared } }
testAccess(parts, shared, { activeOrders }, () => ({
  'activeOrders.search': { expected: SIGNED_IN, request: { body: {} } },
  'activeOrders.get': { expected: USES_ORDER, request: ofShared },
  'activeOrders.filters': { expected: REPORTERS },
  'activeOrders.exportData': { expected: REPORTERS },
  'activeOrders.markExported': { expected: STAFF, request: ofShared },
  'activeOrders.unmarkExported': { expected: STAFF, request: ofShared },
  'activeOrders.resendConfirmation': {
    expected: USES_ORDER,
    request: {
      // Each caller has a separate one, since a confirmation is resent at most once a minute.
      get params() {
        return { id: confirmedOfShared.pop() ?? '' }
      },
    },
  },
  'activeOrders.change': {
    expected: { ...USES_ORDER, noOrders: 'may_not_order' },
    request: { params: { id: changedOfShared }, body: { basketId: uuidv7() } },
  },
  'activeOrders.cancel': { expected: { ...USES_ORDER, noOrders: 'may_not_order' }, request: ofShared },
}))

/** A customer with orders of each status, and a user of theirs. */
const anAccount = async (name = 'The Ploughman’s Rest') => {
  const { id: customerId } = await aCustomer(database, { name })
  const { id: userId, token } = await aUser(database, { customerIds: [customerId] })
  return { customerId, userId, token, add: (fields?: Row) => anOrderRow(customerId, fields) }
}

const found = async (token: string, body: BodyOf<typeof activeOrders.search>) =>
  (await call(activeOrders.search, { token, body })).body

describe('active orders', () => {
  it('are those not yet delivered, next delivery first', async () => {
    const { token, add } = await anAccount()
    const later = await add({ deliveryDay: '2026-11-27' })
    const next = await add({ deliveryDay: '2026-11-24', pickingAt: NOW })
    await add({ deliveredAt: NOW })
    await add({ cancelledAt: NOW })
    await add({ replacedAt: NOW })
    const { data, total } = await found(token, {})
    expect(data.map(({ id, status }) => [id, status])).toEqual([
      [next, 'picking'],
      [later, 'placed'],
    ])
    expect(total).toBe(2)
  })

  it('are found by number, reference, account, status, day and export', async () => {
    const { token, add, customerId } = await anAccount('Café Zoë')
    const one = await add({ poNumber: 'PO-77', exportedAt: NOW })
    const other = await add({ deliveryDay: '2026-11-28', confirmedAt: null, orderNo: 987_654_321 })
    const ids = async (body: object) => (await found(token, body)).data.map(({ id }) => id)
    expect(await ids({ queryString: 'po-77' })).toEqual([one])
    expect(await ids({ queryString: '987654' })).toEqual([other])
    expect(await ids({ queryString: 'cafe zoe' })).toEqual([one, other])
    expect(await ids({ queryString: 'nothing' })).toEqual([])
    expect(await ids({ filters: { status: 'awaiting_payment' } })).toEqual([other])
    expect(await ids({ filters: { deliveryDay: '2026-11-25' } })).toEqual([one])
    expect(await ids({ filters: { exported: 'yes' } })).toEqual([one])
    expect(await ids({ filters: { exported: 'no' } })).toEqual([other])
    expect(await ids({ filters: { customerId } })).toEqual([one, other])
    expect(await ids({ sort_by: 'orderNo_descending' })).toEqual([other, one])
    expect(await ids({ page: 2, pageLength: 1 })).toEqual([other])
  })

  it('are not filtered for C1, for whom filters do nothing', async () => {
    const { token, userId, add } = await anAccount()
    const [one, other] = [await add({ deliveryDay: '2026-11-25' }), await add({ deliveryDay: '2026-11-28' })]
    const ids = async () =>
      (await found(token, { filters: { status: 'picking', deliveryDay: '2026-11-25' } })).data.map(
        ({ id }) => id,
      )
    expect(await ids()).toEqual([])
    await database.$client.query(`update users set account_type = 'C1' where id = $1`, [userId])
    expect(await ids()).toEqual([one, other])
  })

  it('of other users are neither found, counted nor exported', async () => {
    const mine = await anAccount()
    const theirs = await anAccount()
    await theirs.add()
    expect(await found(mine.token, { filters: { customerId: theirs.customerId } })).toMatchObject({
      total: 0,
    })
    const { body } = await call(activeOrders.filters, { token: mine.token })
    expect(body.customers).toEqual([])
    expect((await exported(mine.token)).length).toBe(0)
  })

  it('offer filters with counts, and a page name for each status', async () => {
    const { token, add, customerId } = await anAccount('Hill Farm')
    await add()
    await add({ confirmedAt: null, deliveryDay: '2026-11-26' })
    const { body } = await call(activeOrders.filters, { token })
    expect(body).toEqual({
      names: [
        { name: 'awaiting-payment', status: 'awaiting_payment', count: 1 },
        { name: 'placed', status: 'placed', count: 1 },
        { name: 'picking', status: 'picking', count: 0 },
        { name: 'dispatched', status: 'dispatched', count: 0 },
      ],
      customers: [{ id: customerId, name: 'Hill Farm', count: 2 }],
      deliveryDays: [
        { day: '2026-11-25', count: 1 },
        { day: '2026-11-26', count: 1 },
      ],
    })
  })
})

const exported = async (token: string, query: Record<string, string> = {}) => {
  const { text } = await call(activeOrders.exportData, { token, query })
  return parse(text, { bom: true, columns: true }) as Record<string, string>[]
}

describe('the CSV file of active orders', () => {
  it('contains the filtered orders, and neutralises formulas', async () => {
    const { token, add } = await anAccount('=HYPERLINK("x")')
    await add({ deliveryDay: '2026-11-26', poNumber: 'a\n=1+1' })
    await add({ deliveryDay: '2026-11-25' })
    expect(await exported(token)).toMatchObject([
      { 'Delivery day': '2026-11-25', 'Total (£)': '6.00', Status: 'Placed', Lines: '0' },
      { 'Purchase order': 'a\n=1+1', Account: `'=HYPERLINK("x")` },
    ])
    expect(await exported(token, { deliveryDay: '2026-11-26' })).toHaveLength(1)
    expect(await exported(token, { queryString: 'no such' })).toEqual([])
  })

  it('contains each order once, in order, across many pages', async () => {
    const { token, customerId } = await anAccount()
    const days = ['2026-11-24', '2026-11-25', '2026-11-26']
    await database.insert(orders).values(
      Array.from({ length: 2_500 }, (_, index) => ({
        id: uuidv7(),
        orderNo: 2_000_000 + ((index * 7) % 2_500),
        customerId,
        deliveryDay: days[index % 3] as string,
        netPence: 1,
        vatPence: 0,
        totalPence: 1,
      })),
    )
    const rows = await exported(token)
    const keys = rows.map((row) => `${row['Delivery day']} ${row.Order}`)
    expect(new Set(keys).size).toBe(2_500)
    expect(keys).toEqual(keys.toSorted())
  })
})

it('a reader who leaves a file early is no fault', async () => {
  const lines: string[] = []
  const logging = await buildApp({
    config: { ...readConfig({}), env: 'test' },
    database,
    log: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } },
  })
  const { token, customerId } = await anAccount()
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    id: uuidv7(),
    orderNo: 3_000_000 + index,
    customerId,
    deliveryDay: '2026-11-24',
    poNumber: 'x'.repeat(60),
    netPence: 1,
    vatPence: 0,
    totalPence: 1,
  }))
  for (let at = 0; at < rows.length; at += 1_000)
    await database.insert(orders).values(rows.slice(at, at + 1_000))
  const url = `http://127.0.0.1:${await portOf(logging)}${pathOf(activeOrders.exportData)}`
  const left = async (leave: (reply: Promise<Response>, abort: () => void) => Promise<unknown>) => {
    const leaving = new AbortController()
    const reply = fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
    reply.catch(() => {})
    await leave(reply, () => leaving.abort())
  }
  // Before the headers, held up by a lock, and in the middle.
  const client = await database.$client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE')
  await left(async (_, abort) => {
    await eventually(async () => {
      const { rowCount } = await database.$client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%"orders"."order_no"%'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    abort()
  })
  await client.query('COMMIT')
  client.release()
  await left(async (reply, abort) => {
    await (await reply).body?.getReader().read()
    abort()
  })
  await eventually(() => expect(lines.join()).toContain('the reader left'))
  await logging.close()
  // The mail round waits for the lock as well, and may say so.
  const ofRequests = lines
    .map((line) => JSON.parse(line) as { level: number; reqId?: string })
    .filter(({ reqId }) => reqId !== undefined)
  expect(Math.max(...ofRequests.map(({ level }) => level))).toBeLessThanOrEqual(30)
})

/** Placed with a checkout. */
const aPlacedOrder = async (payBy: 'account' | 'card' = 'account') => {
  const trolly = await aReadyTrolly()
  const { token, params, body } = trolly
  const { body: order } = await call(trollies.checkout, { token, params, body: { ...body, payBy } })
  const ofOrder = { token, params: { id: order.id } }
  return {
    ...trolly,
    order,
    ofOrder,
    get: async () => (await call(activeOrders.get, ofOrder)).body,
    cancel: () => call(activeOrders.cancel, ofOrder),
    set: (fields: Row) => database.update(orders).set(fields).where(eq(orders.id, order.id)),
  }
}

describe('an order', () => {
  it('shows its progress, its lines and how long it can be changed', async () => {
    const { order, get, set } = await aPlacedOrder()
    const told = await get()
    expect(told).toMatchObject({
      id: order.id,
      orderNo: order.orderNo,
      revision: 1,
      status: 'placed',
      payBy: 'account',
      confirmedAt: NOW.toISOString(),
      lines: order.lines,
      totals: order.totals,
      lineCount: order.lines.length,
    })
    expect(Date.parse(told.cutOffAt ?? '')).toBeGreaterThan(NOW.getTime())
    await set({ pickingAt: NOW, dispatchedAt: NOW, deliveredAt: NOW })
    expect(await get()).toMatchObject({ status: 'delivered', deliveredAt: NOW.toISOString() })
  })

  it('can be marked as exported by staff, and keeps the first time', async () => {
    const { ofOrder } = await aPlacedOrder()
    const { token } = await aUser(database, { accountType: 'ST' })
    const mark = () => call(activeOrders.markExported, { ...ofOrder, token })
    expect((await mark()).body).toMatchObject({ exportedAt: NOW.toISOString(), alreadyExported: false })
    const again = await at(new Date(NOW.getTime() + 60_000), mark)
    expect(again.body).toMatchObject({ exportedAt: NOW.toISOString(), alreadyExported: true })
    for (const endpoint of [activeOrders.markExported, activeOrders.unmarkExported]) {
      const missing = await call(endpoint, { token, params: { id: uuidv7() } })
      expect(missing.error.code).toBe('order_not_found')
    }
  })
})

describe('cancelling an order', () => {
  it('returns its stock once, however often it is requested', async () => {
    const { cancel, get, peas } = await aPlacedOrder()
    expect(await stockOf(peas)).toBe(38)
    const replies = await Promise.all(Array.from({ length: 8 }, cancel))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await stockOf(peas)).toBe(40)
    expect(await get()).toMatchObject({ status: 'cancelled', cancelledAt: NOW.toISOString() })
  })

  it('is refused from the cut-off, and once it is being picked', async () => {
    const { cancel, get, peas, set } = await aPlacedOrder()
    const cutOff = Date.parse((await get()).cutOffAt ?? '')
    expect((await at(new Date(cutOff), cancel)).error.code).toBe('order_closed')
    await set({ pickingAt: NOW })
    expect((await cancel()).error.code).toBe('order_closed')
    await set({ pickingAt: null, cutOffAt: null })
    expect((await cancel()).error.code).toBe('order_closed')
    expect(await stockOf(peas)).toBe(38)
    await set({ cutOffAt: new Date(cutOff) })
    expect((await at(new Date(cutOff - 1), cancel)).status).toBe(200)
  })

  it('releases an unpaid card order, and refunds a paid one', async () => {
    const begun = async ({ ofOrder }: Awaited<ReturnType<typeof aPlacedOrder>>) =>
      ((await call(payments.begin, ofOrder)).body.clientSecret ?? '').replace('_secret_x', '')
    const stateOf = async ({ ofOrder }: Awaited<ReturnType<typeof aPlacedOrder>>) =>
      (await call(payments.get, ofOrder)).body.state
    const awaiting = await aPlacedOrder('card')
    await awaiting.cancel()
    expect(await stateOf(awaiting)).toBe('released')
    const paid = await aPlacedOrder('card')
    const { payload, signature } = stripe.pay(await begun(paid))
    await app.inject({
      method: 'POST',
      url: STRIPE_WEBHOOK_PATH,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    expect((await paid.get()).status).toBe('placed')
    await paid.cancel()
    expect(await stateOf(paid)).toBe('refunding')
  })
})

describe('changing an order', () => {
  const opened = async (placed: Awaited<ReturnType<typeof aPlacedOrder>>, basketId = uuidv7()) => {
    const { token, params } = placed.ofOrder
    const reply = await call(activeOrders.change, { token, params, body: { basketId } })
    const ofTrolly = { token, params: { id: basketId } }
    return {
      reply,
      basketId,
      ofTrolly,
      set: async (product_no: string, quantity: number) =>
        call(trollies.setItem, {
          token,
          params: { id: basketId, productNo: product_no },
          body: { quantity, seenPricePence: null },
          ifMatch: (await call(trollies.get, ofTrolly)).body.items.find(
            (line) => line.product_no === product_no,
          )?.version as number,
        }),
      checkout: async () =>
        call(trollies.checkout, { ...ofTrolly, body: { ...(await seenNow(basketId)), payBy: 'account' } }),
    }
  }

  it('opens a trolly that names the order it replaces; the order is unchanged', async () => {
    const placed = await aPlacedOrder()
    const { reply, basketId } = await opened(placed)
    const { order, get } = placed
    expect(reply.body).toMatchObject({
      id: basketId,
      replacesOrderId: order.id,
      replacesOrderNo: order.orderNo,
      deliveryDay: order.deliveryDay,
      poNumber: order.poNumber,
      instructions: order.instructions,
      totals: order.totals,
    })
    // In the order's own order, whatever their codes.
    expect(
      reply.body.items
        .toSorted((one, other) => one.addedAt.localeCompare(other.addedAt))
        .map(({ product_no, orderedQuantity }) => [product_no, orderedQuantity]),
    ).toEqual(order.lines.map(({ product_no, quantity }) => [product_no, quantity]))
    expect(await get()).toMatchObject({ status: 'placed', lines: order.lines })
  })

  it('returns the same trolly for repeated and simultaneous requests', async () => {
    const placed = await aPlacedOrder()
    const all = await Promise.all(Array.from({ length: 8 }, () => opened(placed)))
    expect(new Set(all.map(({ reply }) => reply.body.id)).size).toBe(1)
  })

  it('replaces the order under the same number when placed, counting its own stock as available', async () => {
    const placed = await aPlacedOrder()
    const { peas, beef, order, get } = placed
    const { set, checkout, ofTrolly } = await opened(placed)
    // All 40 were available: two are the order's own.
    expect((await set(peas, 40)).status).toBe(200)
    await call(trollies.removeItem, {
      token: placed.token,
      params: { ...ofTrolly.params, productNo: beef },
      ifMatch: 1,
    })
    const { body: changed } = await checkout()
    expect(changed.orderNo).toBe(order.orderNo)
    expect(changed.id).not.toBe(order.id)
    expect([await stockOf(peas), await stockOf(beef)]).toEqual([0, 5])
    expect(await get()).toMatchObject({ status: 'replaced', replacedAt: NOW.toISOString() })
    const now = await call(activeOrders.get, { token: placed.token, params: { id: changed.id } })
    expect(now.body).toMatchObject({ status: 'placed', revision: 2, orderNo: order.orderNo })
    // The new one can be changed again.
    const again = await call(activeOrders.change, {
      token: placed.token,
      params: { id: changed.id },
      body: { basketId: uuidv7() },
    })
    expect(again.status).toBe(200)
  })

  it('checks only the extra cost against the credit limit', async () => {
    const placed = await aPlacedOrder()
    const { peas, order } = placed
    const limit = (creditLimitPence: number) =>
      database.update(customers).set({ creditLimitPence }).where(eq(customers.id, order.customerId))
    await limit(order.totals.totalPence)
    const { set, checkout } = await opened(placed)
    await set(peas, 3)
    const over = (await checkout()).error.validation_checks as ValidationChecks['validation_checks']
    expect(over.order_customer_check.error_messages).toHaveLength(1)
    await set(peas, 2)
    expect((await checkout()).body.totals.totalPence).toBe(order.totals.totalPence)
  })

  it('leaves the order unchanged if the checkout is refused or never made', async () => {
    const placed = await aPlacedOrder()
    const { peas, get, order } = placed
    const { set, checkout, ofTrolly } = await opened(placed)
    await set(peas, 41)
    expect((await checkout()).error.code).toBe('checks_failed')
    expect(await get()).toMatchObject({ status: 'placed', replacedAt: null, lines: order.lines })
    expect(await stockOf(peas)).toBe(38)
    const { body } = await call(trollies.get, ofTrolly)
    await call(trollies.remove, { ...ofTrolly, ifMatch: body.version })
    expect((await get()).status).toBe('placed')
  })

  it('is refused after the cut-off, for a cancelled order and for a card order', async () => {
    const placed = await aPlacedOrder()
    const { set, checkout } = await opened(placed)
    await set(placed.peas, 3)
    const cutOff = new Date((await placed.get()).cutOffAt ?? '')
    expect((await at(cutOff, () => opened(placed))).reply.error.code).toBe('order_closed')
    await placed.cancel()
    expect((await checkout()).error.code).toBe('order_closed')
    expect(await stockOf(placed.peas)).toBe(40)
    expect((await opened(placed)).reply.error.code).toBe('order_closed')
    expect((await opened(await aPlacedOrder('card'))).reply.error.code).toBe('card_order')
  })

  it('cannot take the id of another trolly', async () => {
    const placed = await aPlacedOrder()
    const { id } = await aReadyTrolly()
    expect((await opened(placed, id)).reply.error.code).toBe('trolly_exists')
  })

  it('has one consistent outcome when change, checkout and cancel race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const placed = await aPlacedOrder()
      const { peas, get, cancel, ofOrder } = placed
      const { set, ofTrolly, basketId } = await opened(placed)
      await set(peas, 5)
      const body = { ...(await seenNow(basketId)), payBy: 'account' as const }
      const [cancelled, ...replies] = await Promise.all([
        cancel(),
        call(trollies.checkout, { ...ofTrolly, body }),
        call(trollies.checkout, { ...ofTrolly, body }),
        call(activeOrders.change, { ...ofOrder, body: { basketId: uuidv7() } }),
      ])
      const isPlaced = replies[0].status === 200 || replies[1].status === 200
      expect(cancelled.status === 200).toBe(!isPlaced)
      expect((await get()).status).toBe(isPlaced ? 'replaced' : 'cancelled')
      expect(await stockOf(peas)).toBe(isPlaced ? 35 : 40)
    }
  })
})
