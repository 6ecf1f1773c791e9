import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { stockAlertReport } from '#contract/stock-alert-report.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { stock } from '#server/db/schema/products.ts'
import { stockAlerts as alertRows } from '#server/db/schema/stock-alerts.ts'
import { renderStockMail } from '#server/features/mail/stock-mail.tsx'
import { aShared, REPORTERS, STAFF, testAccess } from '#tests/support/access.ts'
import { aProduct, aShop, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-24T10:00:00.000Z')
const server = await startTestApp({ now: () => NOW })
const { app, database, call } = server

// Staff see the alerts of other tests too.
beforeEach(() => database.delete(alertRows))

const shared = await aShared(database)
const nobodys = { userId: uuidv7(), customerId: 'NOBODY', product_no: 'NONE' }
testAccess(server, shared, { stockAlertReport }, () => ({
  'stockAlertReport.search': { expected: REPORTERS, request: { body: {} } },
  'stockAlertReport.filters': { expected: REPORTERS },
  'stockAlertReport.tellNow': { expected: STAFF, request: { body: { alerts: [nobodys] } } },
  'stockAlertReport.offer': {
    expected: STAFF,
    request: { body: { alerts: [nobodys], product_no: shared.product_no } },
  },
  'stockAlertReport.close': { expected: STAFF, request: { body: { alerts: [nobodys] } } },
  'stockAlertReport.reopen': {
    expected: STAFF,
    request: { body: { alerts: [{ ...nobodys, askedAt: NOW.toISOString(), toldAt: null }] } },
  },
}))

const setStock = (product_no: string, quantity: number) =>
  database.update(stock).set({ quantity }).where(eq(stock.product_no, product_no))

/** A shop whose two products are out of stock. */
const shop = async () => {
  const made = await aShop(database, call)
  for (const product_no of [made.product_no, made.otherProductNo]) await setStock(product_no, 0)
  return made
}

const ask = (token: string, id: string, productNo: string) =>
  call(stockAlerts.ask, { token, params: { id, productNo } })

describe('the search', () => {
  it('has the alerts of all people of the caller’s accounts, and nobody else’s', async () => {
    const { token, user, customer, product_no, otherProductNo, params } = await shop()
    const colleague = await aUser(database, { customerIds: [customer.id], username: 'Kit Pan' })
    await ask(token, params.id, product_no)
    await ask(colleague.token, params.id, otherProductNo)
    const stranger = await shop()
    await ask(stranger.token, stranger.params.id, stranger.product_no)
    await setStock(product_no, 3)
    await app.tellOfStock()
    const search = async (body: object) => (await call(stockAlertReport.search, { token, body })).body
    expect(await search({ sort_by: 'username' })).toMatchObject({
      total: 2,
      data: [
        { product_no: otherProductNo, username: 'Kit Pan', customerId: customer.id, toldAt: null },
        { product_no, username: 'Robin Cook', toldAt: NOW.toISOString() },
      ],
    })
    expect(await search({ state: 'told' })).toMatchObject({ total: 1, data: [{ product_no }] })
    expect(await search({ queryString: 'plum kit' })).toMatchObject({ data: [{ username: 'Kit Pan' }] })
    expect(await search({ product_no })).toMatchObject({ total: 1 })
    expect(await search({ customerId: stranger.customer.id })).toMatchObject({ total: 0 })
    expect(await search({ page: 2, pageLength: 1 })).toMatchObject({ total: 2, data: [{}] })
    expect((await call(stockAlertReport.filters, { token })).body).toMatchObject({
      states: [
        { state: 'waiting', count: 1 },
        { state: 'told', count: 1 },
      ],
      customers: [{ id: customer.id, count: 2 }],
      products: [
        { product_no, count: 1 },
        { product_no: otherProductNo, count: 1 },
      ],
    })
    expect(user.id).not.toBe(colleague.id)
  })

  it('shows staff everybody’s, and somebody without an account nothing', async () => {
    for (const { token, params, product_no } of [await shop(), await shop()])
      await ask(token, params.id, product_no)
    const staff = await aUser(database, { accountType: 'ST' })
    const nobody = await aUser(database)
    expect((await call(stockAlertReport.search, { token: staff.token, body: {} })).body.total).toBe(2)
    expect((await call(stockAlertReport.search, { token: nobody.token, body: {} })).body.total).toBe(0)
    expect((await call(stockAlertReport.filters, { token: nobody.token })).body.customers).toEqual([])
  })

  it('orders by every column', async () => {
    const { token, params, product_no, otherProductNo } = await shop()
    for (const productNo of [product_no, otherProductNo]) await ask(token, params.id, productNo)
    for (const sort of ['name', 'customerName', 'username', 'askedAt', 'toldAt'] as const)
      for (const sort_by of [sort, `${sort}_descending`] as const)
        expect((await call(stockAlertReport.search, { token, body: { sort_by } })).body.data).toHaveLength(2)
  })
})

describe('what staff do about alerts', () => {
  const staffed = async () => {
    const made = await shop()
    await ask(made.token, made.params.id, made.product_no)
    const staff = await aUser(database, { accountType: 'ST' })
    const alert = { userId: made.user.id, customerId: made.customer.id, product_no: made.product_no }
    const listed = async () =>
      (await call(stockAlertReport.search, { token: staff.token, body: {} })).body.data
    const mails = () => database.select().from(mailQueue).where(eq(mailQueue.recipient, made.user.email))
    return { ...made, staff: staff.token, alert, listed, mails }
  }

  it('tells those who wait once, whatever the stock says', async () => {
    const { staff: token, alert, listed, mails } = await staffed()
    expect(await listed()).toMatchObject([{ ...alert, toldAt: null }])
    const tell = async () => (await call(stockAlertReport.tellNow, { token, body: { alerts: [alert] } })).body
    expect(await tell()).toEqual({ told: 1 })
    expect(await tell()).toEqual({ told: 0 })
    expect(await listed()).toMatchObject([{ ...alert, toldAt: NOW.toISOString() }])
    expect(await mails()).toMatchObject([{ kind: 'back_in_stock' }])
  })

  it('offers an alternative that the account can buy, and leaves the alert waiting', async () => {
    const { staff: token, alert, listed, mails, otherProductNo } = await staffed()
    const offer = (product_no: string) =>
      call(stockAlertReport.offer, { token, body: { alerts: [alert], product_no } })
    expect((await offer('NONE')).error.code).toBe('product_not_found')
    expect((await offer(await aProduct(database))).body).toEqual({ offered: 0 })
    expect((await offer(otherProductNo)).body).toEqual({ offered: 1 })
    expect(await mails()).toMatchObject([{ content: { instead: { product_no: otherProductNo } } }])
    expect(await listed()).toMatchObject([{ toldAt: null }])
  })

  it('names what is out of stock and what it can be replaced by in the offer’s mail', async () => {
    const butter = { product_no: '100234', name: 'Butter', pack: '40 × 250 g' }
    const { subject, text } = await renderStockMail({
      company: { name: 'Copper & Sons', email: 'orders@copper.example.com', colour: '#c2410c' },
      publicUrl: undefined,
      content: {
        accounts: [{ customerId: '200101', name: 'The Copper Kettle', products: [butter] }],
        instead: { product_no: '100777', name: 'Margarine', pack: '2 kg' },
      },
    })
    expect(subject).toBe('You can have Margarine instead')
    const words = text.replace(/\s+/g, ' ')
    expect(words).toContain(
      'when Butter is back in stock. Until then we suggest Margarine, 2 kg (code 100777).',
    )
  })

  it('closes alerts without a mail, which can be undone unless the person asked again', async () => {
    const { staff: token, alert, listed, mails, token: own, params } = await staffed()
    const close = async () =>
      (await call(stockAlertReport.close, { token, body: { alerts: [alert] } })).body.closed
    const closed = await close()
    expect(closed).toEqual([{ ...alert, askedAt: NOW.toISOString(), toldAt: null }])
    expect(await listed()).toEqual([])
    const reopen = async (alerts: typeof closed) =>
      (await call(stockAlertReport.reopen, { token, body: { alerts } })).body.reopened
    expect(await reopen(closed)).toBe(1)
    expect(await listed()).toMatchObject([alert])
    await close()
    await ask(own, params.id, alert.product_no)
    expect(await reopen(closed)).toBe(0)
    expect(await reopen(closed.map((one) => ({ ...one, customerId: 'NOBODY' })))).toBe(0)
    expect(await mails()).toEqual([])
  })
})
