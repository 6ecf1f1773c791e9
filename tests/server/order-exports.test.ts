import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, isNull } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { Check } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OrderExport } from '#contract/order-export.ts'
import { activeOrders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { trollies } from '#contract/trollies.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { numberWaiting } from '#server/features/order-exports/order-exports.repository.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/features/payments/stripe-webhook.ts'
import { projectRoot } from '#server/paths.ts'
import { aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { EXPORT_SECRET, startExportReceiver } from '#tests/support/export-receiver.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, startTestApp } from '#tests/support/server.ts'
import { startStandInStripe } from '#tests/support/stand-in-stripe.ts'

let now = NOW
const theirs = await testDatabase({ migrated: false, connections: 2 })
const receiver = await startExportReceiver(theirs.database, () => now)
const stripe = await startStandInStripe()
afterAll(async () => {
  await receiver.close()
  await stripe.close()
})
const config = { ...stripe.config, ...receiver.config }
const { app, database, call } = await startTestApp({ now: () => now, config })
const other = await buildTestApp(database, { now: () => now, config })
const { aReadyTrolly, seenNow } = readyTrollies(database)
const staff = await aUser(database, { accountType: 'ST' })

beforeEach(async () => {
  now = NOW
  await database.delete(orderExports)
  await theirs.database.$client.query('TRUNCATE taken')
})

const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000)
}

const anOrder = async (payBy: 'account' | 'card' = 'account') => {
  const trolly = await aReadyTrolly()
  const { token, params, body } = trolly
  const { body: order } = await call(trollies.checkout, { token, params, body: { ...body, payBy } })
  return { ...trolly, order, ofOrder: { token, params: { id: order.id } } }
}
type Placed = Awaited<ReturnType<typeof anOrder>>

const change = async ({ ofOrder, token }: Placed) => {
  const basketId = uuidv7()
  await call(activeOrders.change, { ...ofOrder, body: { basketId } })
  const body = await seenNow(basketId)
  return (await call(trollies.checkout, { token, params: { id: basketId }, body })).body
}

const cancel = ({ token }: Placed, id: string) => call(activeOrders.cancel, { token, params: { id } })
const mark = (id: string) => call(activeOrders.markExported, { token: staff.token, params: { id } })
const unmark = (id: string) => call(activeOrders.unmarkExported, { token: staff.token, params: { id } })

const pay = async ({ ofOrder }: Placed) => {
  const { clientSecret } = (await call(payments.begin, ofOrder)).body
  const { payload, signature } = stripe.pay((clientSecret ?? '').replace('_secret_x', ''))
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  for (const _ of [1, 2]) await app.inject({ method: 'POST', url: STRIPE_WEBHOOK_PATH, headers, payload })
}

const written = () => database.select().from(orderExports).orderBy(asc(orderExports.id))
const waiting = () => database.$count(orderExports, isNull(orderExports.exportedAt))
const told = async () =>
  (await receiver.taken()).map(({ type, orderNo, revision }) => [type, orderNo, revision])

const aPlace = {
  name: '',
  contactName: '',
  contactPhone: '',
  addressLines: ['Dock 4'],
  town: 'Hull',
  postcode: 'HU1 1AA',
  accessNotes: '',
}

describe('an order event', () => {
  it('is recorded with its change, and not if that is refused', async () => {
    const placed = await anOrder()
    const changed = await change(placed)
    for (const _ of [1, 2]) await cancel(placed, changed.id)
    expect((await written()).map(({ orderId, event }) => [orderId, event])).toEqual([
      [placed.order.id, 'placed'],
      [changed.id, 'changed'],
      [changed.id, 'cancelled'],
    ])
    const { token, params, body } = await aReadyTrolly()
    const refused = await call(trollies.checkout, { token, params, body: { ...body, totalPence: 1 } })
    expect([refused.error.code, (await written()).length]).toEqual(['changed', 3])
  })

  it('of a card order is recorded once it is paid, and never if it is not', async () => {
    const paid = await anOrder('card')
    const left = await anOrder('card')
    const cancelled = await anOrder('card')
    await cancel(cancelled, cancelled.order.id)
    expect(await written()).toEqual([])
    await pay(paid)
    later(31 * 60)
    await app.settlePayments()
    expect((await written()).map(({ orderId, event }) => [orderId, event])).toEqual([
      [paid.order.id, 'placed'],
    ])
    await cancel(paid, paid.order.id)
    await app.sendOrderExports()
    expect((await told()).map(([type, orderNo]) => [type, orderNo])).toEqual([
      ['order.placed', paid.order.orderNo],
      ['order.cancelled', paid.order.orderNo],
    ])
    expect(await database.$count(orderExports, eq(orderExports.orderId, left.order.id))).toBe(0)
  })
})

describe('the webhook', () => {
  it('sends the whole order, with its address, its VAT and its lines', async () => {
    const { order, customerId } = await anOrder()
    await app.sendOrderExports()
    const message = receiver.requests().at(-1)
    expect(Check(OrderExport, message)).toBe(true)
    const { deliveryChargePence = 0, deliveryVatBasisPoints = null, ...totals } = order.totals
    expect(message).toMatchObject({
      type: 'order.placed',
      timestamp: NOW.toISOString(),
      data: {
        sequence: 1,
        order: {
          id: order.id,
          orderNo: order.orderNo,
          revision: 1,
          customerId,
          poNumber: 'PO 7',
          instructions: 'Ring twice',
          placedBy: 'Robin Cook',
          delivery: {
            method: 'delivery',
            day: order.deliveryDay,
            collectionSlot: null,
            address: order.address,
          },
          payment: { payBy: 'account', paidAt: null },
          lines: order.lines,
          deliveryChargePence,
          deliveryVatBasisPoints,
          netPence: totals.netPence,
          vat: totals.vat,
          vatPence: totals.vatPence,
          totalPence: totals.totalPence,
          estimated: true,
        },
      },
    })
  })

  it('sends a charge with its VAT, and a collection with its site and slot, and all amounts add up', async () => {
    const { order } = await anOrder()
    const goods = order.totals
    const address = { ...aPlace, name: 'Hull depot' }
    await database
      .update(orders)
      .set({
        method: 'collection',
        collectionSlot: '07:00-09:00',
        address,
        deliveryChargePence: 500,
        deliveryVatBasisPoints: 2000,
        freeDeliveryFromPence: 50_000,
      })
      .where(eq(orders.id, order.id))
    await app.sendOrderExports()
    const told = receiver.requests().at(-1)?.data.order
    expect(told).toMatchObject({
      delivery: { method: 'collection', collectionSlot: '07:00-09:00', address },
      netPence: goods.netPence,
      deliveryChargePence: 500,
      deliveryVatBasisPoints: 2000,
      totalPence: goods.totalPence + 600,
    })
    const taxed = told?.vat.reduce((sum, { netPence }) => sum + netPence, 0)
    expect(taxed).toBe(goods.netPence + 500)
    expect(told?.vat.reduce((sum, { vatPence }) => sum + vatPence, 0)).toBe(told?.vatPence)
    expect(goods.netPence + 500 + (told?.vatPence ?? 0)).toBe(told?.totalPence)
  })

  it('sends an event as it was, after later changes to the order', async () => {
    const placed = await anOrder()
    receiver.next('lost')
    await app.sendOrderExports()
    const first = receiver.requests().at(-1)
    await database
      .update(orderLines)
      .set({ deliveredQuantity: 1 })
      .where(eq(orderLines.orderId, placed.order.id))
    await database
      .update(orders)
      .set({ pickingAt: now, dispatchedAt: now })
      .where(eq(orders.id, placed.order.id))
    later(6)
    await app.sendOrderExports()
    expect(receiver.requests().at(-1)).toEqual(first)
  })

  it('reports that the order was paid by card, and when', async () => {
    const placed = await anOrder('card')
    later(60)
    await pay(placed)
    later(60)
    await app.sendOrderExports()
    const { payment } = receiver.requests().at(-1)?.data.order ?? {}
    expect(payment).toEqual({ payBy: 'card', paidAt: new Date(NOW.getTime() + 60_000).toISOString() })
  })

  it('sends every event once and in order, from two instances at once', async () => {
    const placed = await Promise.all(Array.from({ length: 6 }, () => anOrder()))
    const [first] = placed
    if (first === undefined) throw new Error('No order')
    const changed = await change(first)
    await cancel(first, changed.id)
    const requestsBefore = receiver.requests().length
    const sent = await Promise.all([app, other, app, other].map((instance) => instance.sendOrderExports()))
    const rest = await other.sendOrderExports()
    expect([...sent, rest].reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(8)
    expect(receiver.requests().length - requestsBefore).toBe(8)
    const taken = await receiver.taken()
    expect(taken.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(taken.filter(({ orderNo }) => orderNo === first.order.orderNo).map(({ type }) => type)).toEqual([
      'order.placed',
      'order.changed',
      'order.cancelled',
    ])
  })

  it('retries a failing event at growing intervals, and holds the later ones', async () => {
    await anOrder()
    receiver.next('down')
    expect(await app.sendOrderExports()).toBe(0)
    await anOrder()
    expect((await written())[0]).toMatchObject({
      sequence: 1,
      exportedAt: null,
      failures: 1,
      nextAttemptAt: new Date(now.getTime() + 5_000),
      lastError: 'The receiver answered 503: Closed for stock-taking',
    })
    expect(await app.sendOrderExports()).toBe(0)
    later(5)
    receiver.next('moved')
    await app.sendOrderExports()
    expect((await written())[0]).toMatchObject({
      failures: 2,
      nextAttemptAt: new Date(now.getTime() + 10_000),
      lastError: 'The receiver answered 307: ',
    })
    expect(await told()).toEqual([])
    later(10)
    expect(await other.sendOrderExports()).toBe(2)
    expect((await receiver.taken()).map(({ sequence }) => sequence)).toEqual([1, 2])
    expect((await written()).map(({ lastError, channel }) => [lastError, channel])).toEqual([
      [null, 'webhook'],
      [null, 'webhook'],
    ])
  })

  it('retries at once if the clock has been put back since', async () => {
    await anOrder()
    receiver.next('down')
    await app.sendOrderExports()
    later(-3_600)
    expect(await app.sendOrderExports()).toBe(1)
  })

  it('logs an error with its reason after a long failure', async () => {
    await anOrder()
    await database.update(orderExports).set({ failures: 7 })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    receiver.next('lost')
    await app.sendOrderExports()
    const lines = logged.mock.calls.map(([line]) => String(line))
    logged.mockRestore()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('order not handed over yet')
    expect((await written())[0]?.lastError).toContain('The receiver was not reached')
    expect((await written())[0]?.nextAttemptAt).toEqual(new Date(now.getTime() + 600_000))
  })

  it('resends an unconfirmed event under the same key and number, and the receiver stores it once', async () => {
    await anOrder()
    receiver.next('torn')
    await app.sendOrderExports()
    later(5)
    await other.sendOrderExports()
    const [first, second] = receiver.requests().slice(-2)
    expect(second).toEqual(first)
    expect(await receiver.taken()).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  it('numbers without gaps, even after rolled-back orders', async () => {
    await anOrder()
    await database
      .transaction(async (tx) => {
        const [row] = await tx.select().from(orderExports)
        if (row)
          await tx.insert(orderExports).values({ orderId: row.orderId, event: 'placed', writtenAt: now })
        tx.rollback()
      })
      .catch(() => {})
    await anOrder()
    await app.sendOrderExports()
    expect((await written()).map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  it('signs as Standard Webhooks, with both secrets while one replaces the other', async () => {
    const next = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const changing = await buildTestApp(database, {
      now: () => now,
      config: { ...config, exportWebhookSecrets: [next, EXPORT_SECRET] },
    })
    const unknown = await buildTestApp(database, {
      now: () => now,
      config: { ...config, exportWebhookSecrets: [next] },
    })
    await anOrder()
    await unknown.sendOrderExports()
    expect((await written())[0]?.lastError).toBe('The receiver answered 401: Not signed')
    later(5)
    expect(await changing.sendOrderExports()).toBe(1)
    // The receiver's code is from the documentation; the library agrees.
    const at = new Date()
    const body = '{"type":"order.placed"}'
    const id = uuidv7()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(EXPORT_SECRET).sign(id, at, body),
    }
    expect(new Webhook(EXPORT_SECRET).verify(body, headers)).toEqual({ type: 'order.placed' })
  })
})

describe('an order that staff entered by hand', () => {
  it('is no longer sent, and keeps the first export time', async () => {
    const byHand = await anOrder()
    const sent = await anOrder()
    expect((await mark(byHand.order.id)).body.exportedAt).toBe(NOW.toISOString())
    later(60)
    await app.sendOrderExports()
    expect(await told()).toEqual([['order.placed', sent.order.orderNo, 1]])
    expect((await mark(sent.order.id)).body.exportedAt).toBe(now.toISOString())
    expect((await mark(byHand.order.id)).body.exportedAt).toBe(NOW.toISOString())
    expect((await written()).map(({ channel }) => channel)).toEqual(['hand', 'webhook'])
  })

  it('is sent of no revision, if it was changed before it was marked', async () => {
    const placed = await anOrder()
    const changed = await change(placed)
    await mark(changed.id)
    await app.sendOrderExports()
    expect(await told()).toEqual([])
    expect((await written()).map(({ channel }) => channel)).toEqual(['hand', 'hand'])
  })

  it('releases the events that it held up', async () => {
    const stuck = await anOrder()
    const behind = await anOrder()
    receiver.next('down')
    await app.sendOrderExports()
    await mark(stuck.order.id)
    expect(await app.sendOrderExports()).toBe(1)
    expect(await told()).toEqual([['order.placed', behind.order.orderNo, 1]])
    expect((await receiver.taken())[0]?.sequence).toBe(2)
  })

  it('is sent when it is later cancelled', async () => {
    const placed = await anOrder()
    await mark(placed.order.id)
    await cancel(placed, placed.order.id)
    await app.sendOrderExports()
    expect(await told()).toEqual([['order.cancelled', placed.order.orderNo, 1]])
  })

  it('cannot be marked while its payment is awaited', async () => {
    const { order } = await anOrder('card')
    const refused = await mark(order.id)
    expect([refused.status, refused.error.code]).toEqual([409, 'order_not_confirmed'])
  })
})

describe('an order whose mark by hand was a mistake', () => {
  it('is sent after all, in its place and under its key', async () => {
    const placed = await anOrder()
    const changed = await change(placed)
    const before = await written()
    await mark(changed.id)
    const behind = await anOrder()
    const undone = await unmark(changed.id)
    expect([undone.status, undone.body.exportedAt]).toEqual([200, null])
    expect((await written()).slice(0, 2)).toEqual(before)
    expect(await app.sendOrderExports()).toBe(3)
    expect(await told()).toEqual([
      ['order.placed', placed.order.orderNo, 1],
      ['order.changed', placed.order.orderNo, 2],
      ['order.placed', behind.order.orderNo, 1],
    ])
    expect((await receiver.taken()).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })

  it('gets a new number if it was tried, and its old one is given to no other', async () => {
    const tried = await anOrder()
    receiver.next('torn')
    await app.sendOrderExports()
    const [first] = await written()
    await mark(tried.order.id)
    await unmark(tried.order.id)
    expect(await written()).toMatchObject([
      { key: first?.key, sequence: null, channel: null, exportedAt: null },
    ])
    expect(await app.sendOrderExports()).toBe(1)
    expect(await written()).toMatchObject([{ key: first?.key, sequence: 2, channel: 'webhook' }])
    // It was taken at the first attempt, whose reply was lost.
    expect(await receiver.taken()).toHaveLength(1)
  })

  it('stays marked once the webhook has taken it', async () => {
    const { order } = await anOrder()
    await app.sendOrderExports()
    const before = await written()
    const refused = await unmark(order.id)
    expect([refused.status, refused.error.code]).toEqual([409, 'order_handed_over'])
    expect(await written()).toEqual(before)
    expect((await mark(order.id)).body.exportedAt).toBe(NOW.toISOString())
  })

  it('stays marked once a later event of it is being handed over', async () => {
    const placed = await anOrder()
    await mark(placed.order.id)
    await change(placed)
    await numberWaiting(database, { channel: 'file', most: 10 })
    const before = await written()
    expect((await unmark(placed.order.id)).error.code).toBe('order_handed_over')
    expect(await written()).toEqual(before)
  })

  it('stays as it is if it is not marked, however often that is requested', async () => {
    const placed = await anOrder()
    receiver.next('down')
    await app.sendOrderExports()
    const before = await written()
    for (const _ of [1, 2]) expect((await unmark(placed.order.id)).body.exportedAt).toBeNull()
    expect(await written()).toEqual(before)
  })

  it('can be unmarked twice at once, from both of its revisions', async () => {
    const placed = await anOrder()
    const { id: later } = await change(placed)
    await mark(later)
    const undone = await bothAt(
      `SELECT FROM orders WHERE id = '${placed.order.id}' FOR UPDATE`,
      () => unmark(placed.order.id),
      () => unmark(later),
    )
    expect(undone.map(({ status, body }) => [status, body.exportedAt])).toEqual(Array(2).fill([200, null]))
    expect(await waiting()).toBe(2)
  })

  it('can be unmarked and marked at once, and the later decides', async () => {
    const placed = await anOrder()
    await mark(placed.order.id)
    const [{ id = 0 } = {}] = await written()
    const [undone, marked] = await bothAt(
      `SELECT FROM order_exports WHERE id = ${id} FOR UPDATE`,
      () => unmark(placed.order.id),
      () => mark(placed.order.id),
    )
    expect([undone.status, marked.status]).toEqual([200, 200])
    expect(await written()).toMatchObject([{ channel: 'hand' }])
    expect(marked.body.alreadyExported).toBe(false)
  })
})

it('docs/handing-over-orders.md shows a valid body whose amounts add up', () => {
  const text = readFileSync(join(projectRoot, 'docs/handing-over-orders.md'), 'utf8')
  const body = JSON.parse(/```json\n(.*?)```/s.exec(text)?.[1] ?? '') as OrderExport
  expect(Check(OrderExport, body)).toBe(true)
  const { netPence, deliveryChargePence, vat, vatPence, totalPence, lines } = body.data.order
  expect(lines.reduce((sum, line) => sum + line.netPence, 0)).toBe(netPence)
  expect(vat.reduce((sum, row) => sum + row.netPence, 0)).toBe(netPence + deliveryChargePence)
  expect(vat.reduce((sum, row) => sum + row.vatPence, 0)).toBe(vatPence)
  expect(netPence + deliveryChargePence + vatPence).toBe(totalPence)
})

it('a renamed account is sent with its current name', async () => {
  const { customerId } = await anOrder()
  await database.update(customers).set({ name: 'The Iron Kettle' }).where(eq(customers.id, customerId))
  await app.sendOrderExports()
  expect(receiver.requests().at(-1)?.data.order.customerName).toBe('The Iron Kettle')
})

/** Begins both while somebody else holds a row that both need, and lets it go. */
const bothAt = async <First, Second>(
  held: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> => {
  const client = await database.$client.connect()
  await client.query('BEGIN')
  await client.query(held)
  const waiting = (count: number) =>
    eventually(async () => {
      const { rows } = await database.$client.query<{ waiting: number }>(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
      expect(rows[0]?.waiting).toBe(count)
    })
  const one = first()
  await waiting(1)
  const other = second()
  await waiting(2)
  await client.query('COMMIT')
  client.release()
  return await Promise.all([one, other])
}

it('two revisions of an order can be marked at once, in whatever order they are locked', async () => {
  const placed = await anOrder()
  const { id: later } = await change(placed)
  const earlier = placed.order.id
  // The first in the queue for the earlier revision would then wait for the later one, which the second holds.
  const marked = await bothAt(
    `SELECT FROM orders WHERE id = '${earlier}' FOR UPDATE`,
    () => mark(earlier),
    () => mark(later),
  )
  expect(marked.map(({ status }) => status)).toEqual([200, 200])
})

it('an order can be marked while its events are numbered', async () => {
  const placed = await anOrder()
  await cancel(placed, placed.order.id)
  const [{ id = 0 } = {}] = await written()
  // Written again, so that an update which takes the rows as they lie takes the second first.
  for (const sequence of [1, null])
    await database.update(orderExports).set({ sequence }).where(eq(orderExports.id, id))
  const [, marked] = await bothAt(
    `SELECT FROM order_exports WHERE id = ${id} FOR UPDATE`,
    () => numberWaiting(database, { channel: 'file', most: 10 }),
    () => mark(placed.order.id),
  )
  expect(marked.status).toBe(200)
  expect(await waiting()).toBe(0)
})
