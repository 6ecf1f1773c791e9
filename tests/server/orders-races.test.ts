import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { trollies } from '#contract/trollies.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orders } from '#server/db/schema/orders.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/features/payments/stripe-webhook.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'
import { type SignedEvent, startStandInStripe } from '#tests/support/stand-in-stripe.ts'

/**
 * What people, their second tabs and the card company do to one order at the same moment, eight at once through two instances of
 * the server: one outcome, the right stock, charged once. `RACES` is the number of rounds of each kind.
 */

const ROUNDS = Number(process.env.RACES ?? 25)
const LATER = new Date(NOW.getTime() + 31 * 60_000)

const stripe = await startStandInStripe()
afterAll(() => stripe.close())
let now = NOW
const { app, database, call } = await startTestApp({ now: () => now, config: stripe.config })
const other = await buildTestApp(database, { now: () => now, config: stripe.config })
const callOther = callerOf(other)
const { aReadyTrolly, seenNow, stockOf } = readyTrollies(database)

const aPlacedOrder = async (payBy: 'account' | 'card') => {
  const trolly = await aReadyTrolly()
  const { token, params, body } = trolly
  const { body: order } = await call(trollies.checkout, { token, params, body: { ...body, payBy } })
  return { ...trolly, order, ofOrder: { token, params: { id: order.id } } }
}

const revisionsOf = async (orderNo: string) =>
  await database
    .select({ id: orders.id, status: orders.status, revision: orders.revision })
    .from(orders)
    .where(eq(orders.orderNo, Number(orderNo)))
    .orderBy(orders.revision)

/** What was written to the person and to the supplier's system, of all revisions. */
const toldOf = async (orderNo: string) => {
  const ofOrder = eq(orders.orderNo, Number(orderNo))
  const [mails, exported] = await Promise.all([
    database
      .select({ kind: mailQueue.kind })
      .from(mailQueue)
      .innerJoin(orders, eq(orders.id, mailQueue.orderId))
      .where(ofOrder),
    database
      .select({ event: orderExports.event })
      .from(orderExports)
      .innerJoin(orders, eq(orders.id, orderExports.orderId))
      .where(ofOrder)
      .orderBy(orderExports.id),
  ])
  // Sorted: at the same moment they have no order.
  return { mails: mails.map(({ kind }) => kind).toSorted(), exported: exported.map(({ event }) => event) }
}

const tell = ({ payload, signature }: SignedEvent, instance: typeof app) =>
  instance.inject({
    method: 'POST',
    url: STRIPE_WEBHOOK_PATH,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

/** Starting at a different one each time, since the first has the best chance. */
const inAnyOrder = async <T>(round: number, acts: readonly (() => Promise<T>)[]): Promise<T[]> => {
  const from = round % acts.length
  return await Promise.all([...acts.slice(from), ...acts.slice(0, from)].map((act) => act()))
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

describe('eight requests at once', () => {
  it(`change, place and cancel an order on account: ${ROUNDS} rounds`, { timeout: 600_000 }, async () => {
    const outcomes = { replaced: 0, cancelled: 0 }
    for (const round of rounds) {
      const { peas, order, ofOrder, token } = await aPlacedOrder('account')
      const basketId = uuidv7()
      await call(activeOrders.change, { ...ofOrder, body: { basketId } })
      const ofTrolly = { token, params: { id: basketId } }
      const [line] = (await call(trollies.get, ofTrolly)).body.items
      await call(trollies.setItem, {
        token,
        params: { id: basketId, productNo: peas },
        body: { quantity: 5, seenPricePence: null },
        ifMatch: line?.version ?? 0,
      })
      const body = { ...(await seenNow(basketId)), payBy: 'account' as const }
      const place = (caller: typeof call) => () => caller(trollies.checkout, { ...ofTrolly, body })
      // A checkout has more work before it locks the order.
      const cancel = (caller: typeof call) => async () => {
        await delay((round % 12) * 20)
        return await caller(activeOrders.cancel, ofOrder)
      }
      const change = (caller: typeof call) => () =>
        caller(activeOrders.change, { ...ofOrder, body: { basketId: uuidv7() } })
      const replies = await inAnyOrder<{ status: number }>(round, [
        ...[place(call), cancel(callOther), place(callOther), cancel(call)],
        ...[change(call), place(callOther), change(callOther), place(call)],
      ])
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      const revisions = await revisionsOf(order.orderNo)
      const statuses = revisions.map(({ status }) => status)
      if (statuses.length === 2) expect(statuses).toEqual(['replaced', 'placed'])
      else expect(statuses).toEqual(['cancelled'])
      expect(await stockOf(peas)).toBe(statuses.length === 2 ? 35 : 40)
      const end = statuses.length === 2 ? 'changed' : 'cancelled'
      expect(await toldOf(order.orderNo)).toEqual({
        mails: ['confirmation', end].toSorted(),
        exported: ['placed', end],
      })
      outcomes[statuses.length === 2 ? 'replaced' : 'cancelled'] += 1
    }
    // If a race always ends the same way it is not a race.
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0)
  })

  it(`pay, release and cancel an order by card: ${ROUNDS} rounds`, { timeout: 600_000 }, async () => {
    const outcomes = { placed: 0, cancelled: 0 }
    for (const round of rounds) {
      const { peas, order, ofOrder } = await aPlacedOrder('card')
      const { body: begun } = await call(payments.begin, ofOrder)
      const intentId = (begun.clientSecret ?? '').replace('_secret_x', '')
      const event = stripe.pay(intentId)
      const mayCancel = round % 2 === 0
      now = mayCancel ? NOW : LATER
      const cancel = (caller: typeof call) => () => caller(activeOrders.cancel, ofOrder)
      const begin = (caller: typeof call) => () => caller(payments.begin, ofOrder)
      const paid = (instance: typeof app) => async () => ({
        status: (await tell(event, instance)).statusCode,
      })
      const release = (instance: typeof app) => async () => {
        await instance.settlePayments()
        return { status: 200 }
      }
      const replies = await inAnyOrder<{ status: number }>(round, [
        ...[paid(app), mayCancel ? cancel(callOther) : release(other), paid(other), begin(call)],
        ...[release(app), begin(callOther), mayCancel ? cancel(call) : release(app), paid(app)],
      ])
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      await app.settlePayments()
      const [revision] = await revisionsOf(order.orderNo)
      const { state } = (await call(payments.get, ofOrder)).body
      expect(stripe.charges().get(intentId)).toBe(1)
      const refunds = stripe.refunded().filter((id) => id === intentId).length
      if (revision?.status === 'placed')
        expect([state, refunds, await stockOf(peas)]).toEqual(['paid', 0, 38])
      else
        expect([revision?.status, state, refunds, await stockOf(peas)]).toEqual([
          'cancelled',
          'refunded',
          1,
          40,
        ])
      const { mails, exported } = await toldOf(order.orderNo)
      const told = `${mails.join(' ')}; ${exported.join(' ')}`
      if (revision?.status === 'placed') expect(told).toBe('confirmation; placed')
      else
        expect([
          'cancelled confirmation; placed cancelled',
          `${mayCancel ? 'cancelled payment_late' : 'payment_expired payment_late'}; `,
        ]).toContain(told)
      outcomes[revision?.status === 'placed' ? 'placed' : 'cancelled'] += 1
    }
    now = NOW
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0)
  })
})
