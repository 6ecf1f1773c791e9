import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { trollies } from '#contract/trollies.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { users } from '#server/db/schema/users.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/features/payments/stripe-webhook.ts'
import { aUser } from '#tests/support/builders.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, startTestApp } from '#tests/support/server.ts'
import { type SignedEvent, startStandInStripe } from '#tests/support/stand-in-stripe.ts'

const stripe = await startStandInStripe()
const office = await startPostOffice()
afterAll(async () => {
  await stripe.close()
  await office.close()
})
let now = NOW
const dataDir = mkdtempSync(join(inject('runFolder'), 'mail-'))
const config = {
  ...stripe.config,
  dataDir,
  smtpUrl: office.url,
  mailFrom: 'Copper & Sons <orders@copper.example.com>',
  publicUrl: 'https://orders.example.com',
}
const { app, database, call } = await startTestApp({ now: () => now, config })
const other = await buildTestApp(database, { now: () => now, config })
const { aReadyTrolly, seenNow } = readyTrollies(database)

beforeEach(async () => {
  now = NOW
  await database.delete(mailQueue)
})

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const MINUTE_PAST = 1.1

const anOrder = async (payBy: 'account' | 'card' = 'account') => {
  const trolly = await aReadyTrolly()
  const { token, params, body, userId } = trolly
  const [person] = await database.select().from(users).where(eq(users.id, userId))
  const { body: order } = await call(trollies.checkout, { token, params, body: { ...body, payBy } })
  return { ...trolly, email: person?.email ?? '', order, ofOrder: { token, params: { id: order.id } } }
}

const queued = (orderId: string) =>
  database.select().from(mailQueue).where(eq(mailQueue.orderId, orderId)).orderBy(mailQueue.writtenAt)

const kindsOf = async (orderId: string): Promise<string[]> => (await queued(orderId)).map(({ kind }) => kind)

const arrived = (email: string) => office.accepted().filter(({ to }) => to === email)

const quietly = async (act: () => Promise<unknown>): Promise<number> => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await act()
  const lines = logged.mock.calls.length
  logged.mockRestore()
  return lines
}

const tell = ({ payload, signature }: SignedEvent) =>
  app.inject({
    method: 'POST',
    url: STRIPE_WEBHOOK_PATH,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

const beginPaying = async ({ ofOrder }: Awaited<ReturnType<typeof anOrder>>): Promise<string> =>
  ((await call(payments.begin, ofOrder)).body.clientSecret ?? '').replace('_secret_x', '')

describe('an order event', () => {
  it('sends a confirmation when the order is placed, and none if the checkout is refused', async () => {
    const { order } = await anOrder()
    expect(await kindsOf(order.id)).toEqual(['confirmation'])
    const total = await database.$count(mailQueue)
    const { token, params, body } = await aReadyTrolly()
    const refused = await call(trollies.checkout, { token, params, body: { ...body, totalPence: 1 } })
    expect(refused.error.code).toBe('changed')
    expect(await database.$count(mailQueue)).toBe(total)
  })

  it('sends one mail for a change and one for a cancellation, even if repeated', async () => {
    const { order, ofOrder, token } = await anOrder()
    const basketId = uuidv7()
    await call(activeOrders.change, { ...ofOrder, body: { basketId } })
    const body = await seenNow(basketId)
    const { body: changed } = await call(trollies.checkout, { token, params: { id: basketId }, body })
    expect([await kindsOf(order.id), await kindsOf(changed.id)]).toEqual([['confirmation'], ['changed']])
    for (const _ of [1, 2]) await call(activeOrders.cancel, { token, params: { id: changed.id } })
    expect(await kindsOf(changed.id)).toEqual(['changed', 'cancelled'])
  })

  it('sends no confirmation of a card order until it is paid, and one mail per repeated event', async () => {
    const placed = await anOrder('card')
    const intentId = await beginPaying(placed)
    expect(await kindsOf(placed.order.id)).toEqual([])
    for (const _ of [1, 2]) await tell(stripe.pay(intentId, 'declined'))
    expect(await kindsOf(placed.order.id)).toEqual(['payment_declined'])
    const event = stripe.pay(intentId)
    for (const _ of [1, 2]) await tell(event)
    expect(await kindsOf(placed.order.id)).toEqual(['payment_declined', 'confirmation'])
    await app.sendMail()
    // A declined card is no longer of interest once another has paid.
    expect(arrived(placed.email).map(({ raw }) => raw.includes('declined'))).toEqual([false])
  })

  it('sends one mail if the order was not paid in time', async () => {
    const placed = await anOrder('card')
    later(31)
    await app.settlePayments()
    await app.sendMail()
    expect(await kindsOf(placed.order.id)).toEqual(['payment_expired'])
    expect(arrived(placed.email)[0]?.raw).toContain('not paid in time')
  })

  it('is sent once for a payment that arrives after the order was cancelled', async () => {
    const placed = await anOrder('card')
    const intentId = await beginPaying(placed)
    stripe.fail('down', 3)
    await call(activeOrders.cancel, placed.ofOrder)
    const event = stripe.pay(intentId)
    for (const _ of [1, 2]) await tell(event)
    await app.sendMail()
    expect(await kindsOf(placed.order.id)).toEqual(['cancelled', 'payment_late'])
    expect(arrived(placed.email)[1]?.raw).toContain('We are refunding your payment')
  })

  it('goes to the account if staff placed the order, and to staff if the account has no address', async () => {
    const staff = await aUser(database, { accountType: 'ST' })
    const placeFor = async (contactEmail: string) => {
      const { params, body, customerId } = await aReadyTrolly()
      await database.update(customers).set({ contactEmail }).where(eq(customers.id, customerId))
      const { body: order } = await call(trollies.checkout, { token: staff.token, params, body })
      const told = await call(activeOrders.get, { token: staff.token, params: { id: order.id } })
      expect(told.body.channel).toBe('office')
      return (await queued(order.id))[0]?.recipient
    }
    expect(await placeFor('kitchen@hotel.example.com')).toBe('kitchen@hotel.example.com')
    expect(await placeFor('')).toBe(staff.email)
  })
})

describe('mail', () => {
  it('is sent once by two instances, with its text, page and Message-ID', async () => {
    const { order, email } = await anOrder()
    await Promise.all([app.sendMail(), other.sendMail(), app.sendMail()])
    const [letter, ...more] = arrived(email)
    const [row] = await queued(order.id)
    expect(more).toEqual([])
    expect(row).toMatchObject({ sentAt: now, givenUpAt: null, messageId: letter?.messageId })
    expect(letter?.messageId).toBe(`<${row?.id}@copper.example.com>`)
    expect(letter?.raw).toMatch(/^Subject: Order \d+ confirmed for Wed 25 Nov$/m)
    expect(letter?.raw).toContain('Content-Type: text/plain')
    expect(letter?.raw).toContain('Content-Type: text/html')
  })

  it('is retried at growing intervals after a temporary refusal', async () => {
    const { order, email } = await anOrder()
    office.next('busy')
    await app.sendMail()
    expect((await queued(order.id))[0]).toMatchObject({
      sentAt: null,
      givenUpAt: null,
      attempts: 1,
      nextAttemptAt: new Date(now.getTime() + 30_000),
      lastError: expect.stringContaining('Try again later'),
    })
    await app.sendMail()
    expect(arrived(email)).toHaveLength(0)
    later(0.6)
    office.next('busy')
    await app.sendMail()
    expect((await queued(order.id))[0]?.nextAttemptAt).toEqual(new Date(now.getTime() + 60_000))
    later(1)
    await app.sendMail()
    expect(arrived(email)).toHaveLength(1)
    expect((await queued(order.id))[0]).toMatchObject({ sentAt: now, attempts: 3, lastError: null })
  })

  it('is retried at once if the clock has been put back since', async () => {
    const { email } = await anOrder()
    office.next('busy')
    await app.sendMail()
    later(-5 * 60)
    await app.sendMail()
    expect(arrived(email)).toHaveLength(1)
  })

  it('is given up at once after a permanent refusal, on its row and in the log', async () => {
    const { order } = await anOrder()
    office.next('refused')
    expect(await quietly(() => app.sendMail())).toBe(1)
    expect((await queued(order.id))[0]).toMatchObject({
      givenUpAt: now,
      lastError: expect.stringContaining('No such person here'),
    })
    later(10_000)
    expect(await app.sendMail()).toBe(0)
  })

  it('is kept if our own sender is refused, since that can be fixed', async () => {
    const { order } = await anOrder()
    office.next('sender_refused')
    await app.sendMail()
    expect((await queued(order.id))[0]).toMatchObject({ givenUpAt: null, attempts: 1 })
    later(1)
    await app.sendMail()
  })

  it('is given up after days of failure', async () => {
    const { order } = await anOrder()
    await database.update(mailQueue).set({ attempts: 25 }).where(eq(mailQueue.orderId, order.id))
    office.next('busy')
    expect(await quietly(() => app.sendMail())).toBe(1)
    expect((await queued(order.id))[0]?.givenUpAt).toEqual(now)
  })

  it('is resent under the same Message-ID, otherwise unchanged, if the reply was lost', async () => {
    const { email } = await anOrder()
    office.next('torn')
    await app.sendMail()
    later(1)
    await other.sendMail()
    const letters = arrived(email)
    expect(letters).toHaveLength(2)
    expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(1)
  })

  it('without an address is given up, with the reason', async () => {
    const { order } = await anOrder()
    await database.update(mailQueue).set({ recipient: '' }).where(eq(mailQueue.orderId, order.id))
    expect(await quietly(() => app.sendMail())).toBe(1)
    expect((await queued(order.id))[0]?.lastError).toContain('e-mail address')
  })

  it('is written to the data folder if no server is configured, readable only by its owner', async () => {
    const { smtpUrl: _, mailFrom: __, ...without } = config
    const filing = await buildTestApp(database, { now: () => now, config: without })
    const { order, email } = await anOrder()
    // As an earlier build made it.
    mkdirSync(join(dataDir, 'mail'), { mode: 0o755 })
    await filing.sendMail()
    const [row] = await queued(order.id)
    const name = readdirSync(join(dataDir, 'mail')).find((file) => file.includes(row?.id ?? ''))
    expect(name).toMatch(/-confirmation-.*\.eml$/)
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(modeOf(join(dataDir, 'mail'))).toBe(0o700)
    expect(modeOf(join(dataDir, 'mail', name ?? ''))).toBe(0o600)
    const text = readFileSync(join(dataDir, 'mail', name ?? ''), 'utf8')
    expect(text).toContain(`To: ${email}`)
    expect(text).toContain(`Message-ID: ${row?.messageId}`)
  })
})

describe('a confirmation', () => {
  const resend = (token: string, id: string) =>
    call(activeOrders.resendConfirmation, { token, params: { id } })

  it('is resent to the person who asks, at most once a minute', async () => {
    const { order, token, customerId, email } = await anOrder()
    const early = await resend(token, order.id)
    expect([early.error.code, early.headers['retry-after']]).toEqual(['confirmation_just_sent', '60'])
    later(MINUTE_PAST)
    const colleague = await aUser(database, { accountType: 'C1', customerIds: [customerId] })
    expect((await resend(colleague.token, order.id)).body).toEqual({
      message: 'Order Confirmation Resent',
      sentTo: colleague.email,
    })
    expect((await resend(token, order.id)).error.code).toBe('confirmation_just_sent')
    later(MINUTE_PAST)
    expect((await resend(token, order.id)).body.sentTo).toBe(email)
    await app.sendMail()
    expect([arrived(email).length, arrived(colleague.email).length]).toEqual([2, 1])
  })

  it('is resent once a minute after the clock has been put back as well', async () => {
    const { order, token } = await anOrder()
    later(-60)
    expect((await resend(token, order.id)).status).toBe(200)
    expect((await resend(token, order.id)).error.code).toBe('confirmation_just_sent')
    later(MINUTE_PAST)
    expect((await resend(token, order.id)).status).toBe(200)
  })

  it('is resent to the customer if staff ask', async () => {
    const { order, email } = await anOrder()
    later(MINUTE_PAST)
    const staff = await aUser(database, { accountType: 'AD' })
    expect((await resend(staff.token, order.id)).body.sentTo).toBe(email)
  })

  it('is not sent for an unpaid, cancelled or replaced order', async () => {
    const unpaid = await anOrder('card')
    const cancelled = await anOrder()
    await call(activeOrders.cancel, cancelled.ofOrder)
    const replaced = await anOrder()
    const basketId = uuidv7()
    await call(activeOrders.change, { ...replaced.ofOrder, body: { basketId } })
    const body = await seenNow(basketId)
    await call(trollies.checkout, { token: replaced.token, params: { id: basketId }, body })
    later(MINUTE_PAST)
    for (const { token, order } of [unpaid, cancelled, replaced])
      expect((await resend(token, order.id)).error.code).toBe('order_not_confirmed')
  })

  it('is resent to nobody else, and at most twenty times a minute', async () => {
    const limited = await buildTestApp(database, {
      now: () => now,
      config: { ...config, rateLimitFactor: 1 },
    })
    const { order } = await anOrder()
    later(MINUTE_PAST)
    const { token } = await aUser(database)
    expect((await resend(token, order.id)).error.code).toBe('order_not_found')
    const url = `/api/order/transaction/resend-order-confirmation/${order.id}?v=1`
    const ask = () => limited.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } })
    for (let time = 0; time < 20; time += 1) expect((await ask()).statusCode).toBe(404)
    expect((await ask()).statusCode).toBe(429)
  })

  it('is resent once for several simultaneous requests', async () => {
    const { order, token } = await anOrder()
    later(MINUTE_PAST)
    const replies = await Promise.all(Array.from({ length: 6 }, () => resend(token, order.id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await kindsOf(order.id)).toEqual(['confirmation', 'confirmation'])
  })
})
