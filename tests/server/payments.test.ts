import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { config } from '#contract/config.ts'
import { activeOrders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { trollies } from '#contract/trollies.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { payments as paymentRows } from '#server/db/schema/payments.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { givePaymentUp } from '#server/features/payments/settle.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/features/payments/stripe-webhook.ts'
import { aShared, testAccess, USES_ORDER } from '#tests/support/access.ts'
import { aUser } from '#tests/support/builders.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'
import { type SignedEvent, startStandInStripe } from '#tests/support/stand-in-stripe.ts'

const stripe = await startStandInStripe()
afterAll(() => stripe.close())
let now = NOW
const parts = await startTestApp({ now: () => now, config: stripe.config })
const { app, database, call } = parts
const other = await buildTestApp(database, { now: () => now, config: stripe.config })
const { aReadyTrolly, stockOf } = readyTrollies(database)
const shared = await aShared(database)

const LATER = new Date(NOW.getTime() + 31 * 60_000)
const SOON = new Date(NOW.getTime() + 20_000)
const at = async <T>(moment: Date, act: () => Promise<T>): Promise<T> => {
  now = moment
  try {
    return await act()
  } finally {
    now = NOW
  }
}

/** Ordered by card, not paid yet. */
const anOrder = async () => {
  const trolly = await aReadyTrolly()
  const { token, params, body } = trolly
  const { body: order } = await call(trollies.checkout, { token, params, body: { ...body, payBy: 'card' } })
  const ofOrder = { token, params: { id: order.id } }
  const begin = () => call(payments.begin, ofOrder)
  return {
    ...trolly,
    order,
    begin,
    /** @returns the intent's id */
    begun: async () => ((await begin()).body.clientSecret ?? '').replace('_secret_x', ''),
    state: async () => (await call(payments.get, ofOrder)).body.state,
    status: async () => (await database.select().from(orders).where(eq(orders.id, order.id)))[0]?.status,
  }
}

const intentAt = (id: string) => {
  const found = stripe.intents().find((intent) => intent.id === id)
  if (found === undefined) throw new Error(`No ${id}`)
  return found
}

const tell = ({ payload, signature }: SignedEvent, instance = app) =>
  instance.inject({
    method: 'POST',
    url: STRIPE_WEBHOOK_PATH,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

const orderOfShared = uuidv7()
await database.insert(orders).values({
  id: orderOfShared,
  orderNo: 7,
  customerId: shared.customer.id,
  deliveryDay: '2026-11-25',
  netPence: 500,
  vatPence: 0,
  totalPence: 500,
  confirmedAt: null,
})
await database.insert(paymentRows).values({ orderId: orderOfShared, amountPence: 500, expiresAt: LATER })
testAccess(parts, shared, { payments }, () => ({
  'payments.get': { expected: USES_ORDER, request: { params: { id: orderOfShared } } },
  'payments.begin': {
    expected: { ...USES_ORDER, noOrders: 'may_not_order' },
    request: { params: { id: orderOfShared } },
  },
}))

describe('a checkout by card', () => {
  it('numbers the order as awaiting payment and takes its stock', async () => {
    const { order, peas, status, state } = await anOrder()
    expect(order.payBy).toBe('card')
    expect(await status()).toBe('awaiting_payment')
    expect(await state()).toBe('awaiting')
    expect(await stockOf(peas)).toBe(38)
  })

  it('returns the same order when repeated', async () => {
    const { token, params, order, body } = await anOrder()
    const again = await call(trollies.checkout, { token, params, body })
    expect(again.error).toMatchObject({ code: 'checked_out', order })
  })

  it('is the default for a cash account', async () => {
    const { token, params, body, customerId } = await aReadyTrolly()
    await database.update(customers).set({ accountKind: 'cash' }).where(eq(customers.id, customerId))
    const asked = await call(trollies.checkout, { token, params, body: { ...body, payBy: 'account' } })
    expect(asked.error.code).toBe('cards_not_accepted')
    expect((await call(trollies.checkout, { token, params, body })).body.payBy).toBe('card')
  })

  it('is refused without keys, and a cash account pays as before', async () => {
    const callWithout = callerOf(await buildTestApp(database, { now: () => now }))
    expect((await callWithout(config.get)).body.card_key).toBeNull()
    const { token, params, body, customerId } = await aReadyTrolly()
    const refused = await callWithout(trollies.checkout, { token, params, body: { ...body, payBy: 'card' } })
    expect(refused.error.code).toBe('cards_not_accepted')
    await database.update(customers).set({ accountKind: 'cash' }).where(eq(customers.id, customerId))
    expect((await callWithout(trollies.checkout, { token, params, body })).body.payBy).toBe('account')
  })
})

describe('a payment', () => {
  it('confirms the order when its event arrives, repeatedly and on any instance', async () => {
    const { begun, state, status } = await anOrder()
    const intentId = await begun()
    const event = stripe.pay(intentId)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => tell(event, index % 2 === 0 ? app : other)),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect([await state(), await status()]).toEqual(['paid', 'placed'])
    expect(stripe.charges().get(intentId)).toBe(1)
    expect(stripe.refunded()).not.toContain(intentId)
  })

  it('has one intent across two tabs, a double click and a lost reply', async () => {
    const { begin, order } = await anOrder()
    stripe.fail('lost', 1)
    const replies = await Promise.all(Array.from({ length: 4 }, begin))
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(stripe.intents().filter(({ metadata }) => metadata.order_id === order.id)).toHaveLength(1)
  })

  it('shows as paid to a person who returns before the event arrives', async () => {
    const { begun, begin, state } = await anOrder()
    const event = stripe.pay(await begun())
    expect((await begin()).body).toMatchObject({ payment: { state: 'paid' }, clientSecret: null })
    await tell(event)
    expect(await state()).toBe('paid')
  })

  it('reports why a card was declined, and can be retried with another', async () => {
    const { begun, begin, status } = await anOrder()
    const intentId = await begun()
    await tell(stripe.pay(intentId, 'declined'))
    expect((await begin()).body.payment.failure).toBe('Your card was declined.')
    await tell(stripe.pay(intentId))
    expect(await status()).toBe('placed')
  })

  it('changes nothing while Stripe is unreachable, and says so', async () => {
    const { begin, state } = await anOrder()
    stripe.fail('down', 3)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status, error } = await begin()
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    expect([status, error.code]).toEqual([502, 'card_provider_failed'])
    expect(await state()).toBe('awaiting')
    expect((await begin()).status).toBe(200)
  })

  it('is not found for another user’s order or an unknown one', async () => {
    const { order } = await anOrder()
    const { token } = await aUser(database)
    for (const id of [order.id, uuidv7()])
      expect((await call(payments.get, { token, params: { id } })).error.code).toBe('order_not_found')
  })
})

describe('the security policy', () => {
  it('allows Stripe only if its keys are configured', async () => {
    const without = await buildTestApp(database)
    const policyOf = async (of: typeof app) =>
      String((await of.inject('/')).headers['content-security-policy'])
    expect(await policyOf(app)).toMatch(/script-src 'self'[^;]* https:\/\/js\.stripe\.com/)
    expect(await policyOf(app)).toMatch(/frame-src https:\/\/js\.stripe\.com/)
    expect(await policyOf(without)).not.toContain('stripe')
  })
})

describe('an order that is not paid in 30 minutes', () => {
  it('is cancelled, its stock returned and its intent closed', async () => {
    const { begun, state, status, peas } = await anOrder()
    const intentId = await begun()
    await app.settlePayments()
    expect(await state()).toBe('awaiting')
    await at(LATER, async () => {
      await Promise.all([app.settlePayments(), other.settlePayments()])
      await app.settlePayments()
    })
    expect([await state(), await status(), await stockOf(peas)]).toEqual(['released', 'cancelled', 40])
    expect(() => stripe.pay(intentId)).toThrow('canceled')
  })

  it('is placed if it was paid but the event was lost', async () => {
    const { begun, state, status, peas } = await anOrder()
    stripe.pay(await begun())
    await at(LATER, () => app.settlePayments())
    expect([await state(), await status(), await stockOf(peas)]).toEqual(['paid', 'placed', 38])
  })

  it('is refunded if the payment succeeds later, even after a lost reply', async () => {
    const { begun, begin, state, status, peas } = await anOrder()
    const intentId = await begun()
    // The intent cannot be closed: all three attempts of one call fail.
    stripe.fail('down', 3)
    await at(LATER, () => app.settlePayments())
    expect(await state()).toBe('released')
    await tell(stripe.pay(intentId))
    expect((await begin()).body).toMatchObject({ payment: { state: 'refunding' }, clientSecret: null })
    stripe.fail('lost', 3)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await app.settlePayments()
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    expect(await state()).toBe('refunding')
    await at(SOON, () => app.settlePayments())
    expect([await state(), await status(), await stockOf(peas)]).toEqual(['refunded', 'cancelled', 40])
    expect(stripe.refunded().filter((id) => id === intentId)).toHaveLength(1)
  })

  it('is refunded if it was paid while Stripe was unreachable and no event ever comes', async () => {
    const { begun, state } = await anOrder()
    const intentId = await begun()
    stripe.fail('down', 3)
    await at(LATER, () => app.settlePayments())
    stripe.pay(intentId)
    await at(LATER, () => app.settlePayments())
    await at(LATER, () => app.settlePayments())
    expect([await state(), stripe.refunded().includes(intentId)]).toEqual(['refunded', true])
  })

  it('has its intent closed as soon as a bank has decided', async () => {
    const { begun, state } = await anOrder()
    const intentId = await begun()
    const intent = intentAt(intentId)
    intent.status = 'processing'
    await at(LATER, async () => {
      await app.settlePayments()
      await app.settlePayments()
    })
    expect(await state()).toBe('released')
    intent.status = 'requires_payment_method'
    await at(new Date(LATER.getTime() + 20_000), () => app.settlePayments())
    expect(intent.status).toBe('canceled')
  })
})

describe('a cancelled order', () => {
  const cancel = (orderId: string) =>
    inTransaction(database, (connection) => givePaymentUp(connection, orderId))

  it('is refunded', async () => {
    const { begun, state, order } = await anOrder()
    await tell(stripe.pay(await begun()))
    await cancel(order.id)
    await app.settlePayments()
    expect(await state()).toBe('refunded')
  })

  it('is refunded once if somebody has refunded it at Stripe already', async () => {
    const { begun, state, order } = await anOrder()
    const intentId = await begun()
    await tell(stripe.pay(intentId))
    stripe.refunded().push(intentId)
    await cancel(order.id)
    await app.settlePayments()
    expect(await state()).toBe('refunded')
    expect(stripe.refunded().filter((id) => id === intentId)).toHaveLength(1)
  })

  it('counts as refunded if the bank has taken the money back already', async () => {
    const { begun, state, order } = await anOrder()
    await tell(stripe.pay(await begun()))
    stripe.nextRefund('charge_disputed')
    await cancel(order.id)
    await app.settlePayments()
    expect(await state()).toBe('refunded')
  })

  it('is refunded again if Stripe could not send the first refund', async () => {
    const { begun, state, order } = await anOrder()
    const intentId = await begun()
    await tell(stripe.pay(intentId))
    stripe.nextRefund('failed')
    await cancel(order.id)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await app.settlePayments()
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    expect(await state()).toBe('refunding')
    stripe.forgetKeys()
    await at(LATER, () => app.settlePayments())
    expect([await state(), stripe.refunded().includes(intentId)]).toEqual(['refunded', true])
  })

  it('is refunded if the payment arrived at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { begun, state, order } = await anOrder()
      const event = stripe.pay(await begun())
      await Promise.all([tell(event), cancel(order.id), tell(event, other)])
      await app.settlePayments()
      expect(await state()).toBe('refunded')
    }
  })
})

describe('an order cancelled before it is paid', () => {
  const cancel = ({ token, order }: Awaited<ReturnType<typeof anOrder>>) =>
    call(activeOrders.cancel, { token, params: { id: order.id } })
  /** What Stripe's script requests in a tab that is still open. */
  const pressPay = async (intentId: string) => {
    const path = `/v1/payment_intents/${intentId}/confirm`
    return (await fetch(`${stripe.url}${path}`, { method: 'POST', body: 'card=4242' })).status
  }

  it('can no longer be paid in another tab', async () => {
    const placed = await anOrder()
    const intentId = await placed.begun()
    expect((await cancel(placed)).body.status).toBe('cancelled')
    expect(await pressPay(intentId)).toBe(400)
    expect([await placed.state(), stripe.charges().get(intentId)]).toEqual(['released', undefined])
    expect((await placed.begin()).body).toMatchObject({ payment: { state: 'released' }, clientSecret: null })
  })

  it.each([
    ['the next cancellation', (placed: Awaited<ReturnType<typeof anOrder>>) => cancel(placed)],
    ['the next round', () => app.settlePayments()],
  ])('is cancelled even if Stripe is unreachable, and %s closes its intent', async (_, next) => {
    const placed = await anOrder()
    const intentId = await placed.begun()
    stripe.fail('down', 3)
    expect((await cancel(placed)).body.status).toBe('cancelled')
    await next(placed)
    expect(await pressPay(intentId)).toBe(400)
  })

  it('is refunded if the card was charged just before and the event is late', async () => {
    const placed = await anOrder()
    const intentId = await placed.begun()
    stripe.pay(intentId)
    await cancel(placed)
    expect(await placed.state()).toBe('refunding')
    await app.settlePayments()
    expect(await placed.state()).toBe('refunded')
    expect(stripe.refunded()).toContain(intentId)
  })

  it('leaves no open intent if a tab starts to pay at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const placed = await anOrder()
      await Promise.all([placed.begin(), cancel(placed)])
      const made = stripe.intents().filter(({ metadata }) => metadata.order_id === placed.order.id)
      expect(made.map(({ status }) => status).filter((status) => status !== 'canceled')).toEqual([])
    }
  })

  it('keeps its intent open if the cancellation is refused', async () => {
    const placed = await anOrder()
    const intentId = await placed.begun()
    await database.update(orders).set({ cutOffAt: now }).where(eq(orders.id, placed.order.id))
    expect((await cancel(placed)).error.code).toBe('order_closed')
    expect(await pressPay(intentId)).toBe(200)
  })
})

describe('a Stripe event', () => {
  it('is refused if Stripe did not sign it or its bytes were changed', async () => {
    const { begun, state } = await anOrder()
    const { payload, signature } = stripe.pay(await begun())
    const forged = stripe.sign(JSON.parse(payload), 'whsec_another')
    const changed = { payload: payload.replace('9542', '1'), signature }
    const unsigned = { payload, signature: '' }
    for (const event of [forged, changed, unsigned]) {
      const reply = await tell(event)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
    }
    expect(await state()).toBe('awaiting')
  })

  it.each(['t=,v1=', 't=1,v1=', 't=1,v1=é', 'v1=,v1=', 't=1', '=', ',', 'x', 't=1e999,v1=00'])(
    'is refused with the signature %o',
    async (signature) => {
      const reply = await tell({ payload: '{}', signature })
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
    },
  )

  it('with another amount or currency confirms nothing', async () => {
    const { begun, state, order } = await anOrder()
    const { payload } = stripe.pay(await begun())
    for (const change of [{ amount: 1 }, { currency: 'eur' }, { metadata: {} }]) {
      const event = JSON.parse(payload)
      const object = { ...event.data.object, ...change }
      expect((await tell(stripe.sign({ ...event, data: { object } }))).statusCode).toBe(200)
    }
    expect(order.totals.totalPence).toBe(9542)
    expect(await state()).toBe('awaiting')
  })

  it('of an unknown kind is accepted', async () => {
    const event = { id: 'evt_x', object: 'event', type: 'charge.updated', data: { object: {} } }
    expect((await tell(stripe.sign(event))).statusCode).toBe(200)
  })
})
