import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { TOLD_KEPT_DAYS } from '#domain/stock-alerts.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { stockAlerts as alertRows } from '#server/db/schema/stock-alerts.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { aShared, READS_CUSTOMER, READS_TROLLY, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aShop, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { buildTestApp, startTestApp } from '#tests/support/server.ts'

const office = await startPostOffice()
afterAll(() => office.close())
const NOW = new Date('2026-11-24T10:00:00.000Z')
const LATER = new Date('2026-11-24T11:00:00.000Z')
let now = NOW
const config = {
  smtpUrl: office.url,
  mailFrom: 'Copper & Sons <orders@copper.example.com>',
  publicUrl: 'https://orders.example.com',
}
const server = await startTestApp({ now: () => now, config })
const { app, database, call } = server
const other = await buildTestApp(database, { now: () => now, config })
const importCsv = importerInto(database)

beforeEach(async () => {
  now = NOW
  // What other tests left waiting is not to come true in this one.
  await database.delete(alertRows)
  await database.delete(mailQueue)
})

const shared = await aShared(database)

testAccess(server, shared, { stockAlerts }, ({ id }) => ({
  'stockAlerts.ask': {
    expected: READS_TROLLY,
    request: { params: { id, productNo: shared.product_no } },
  },
  'stockAlerts.withdraw': {
    expected: READS_TROLLY,
    request: { params: { id, productNo: shared.product_no } },
  },
  'stockAlerts.own': { expected: READS_CUSTOMER, request: { params: { id: shared.customer.id } } },
}))

/** A shop whose first product is out of stock. */
const shop = async () => {
  const made = await aShop(database, call)
  const { token, customer, params, product_no } = made
  const setStock = (quantity: number, productNo = product_no) =>
    database.update(stock).set({ quantity }).where(eq(stock.product_no, productNo))
  await setStock(0)
  const change = (endpoint: typeof stockAlerts.ask, productNo = product_no, id = params.id) =>
    call(endpoint, { token, params: { id, productNo } })
  return {
    ...made,
    setStock,
    ask: (productNo?: string) => change(stockAlerts.ask, productNo),
    withdraw: (productNo?: string) => change(stockAlerts.withdraw, productNo),
    own: async () => (await call(stockAlerts.own, { token, params: { id: customer.id } })).body.data,
  }
}

const mails = () => database.select().from(mailQueue)

describe('an alert', () => {
  it('is asked for, listed with its product, and withdrawn', async () => {
    const { ask, withdraw, own, product_no, customer } = await shop()
    const asked = { product_no, customerId: customer.id, askedAt: NOW.toISOString(), toldAt: null }
    expect((await ask()).body).toEqual(asked)
    expect(await own()).toMatchObject([{ product_no, toldAt: null, product: { pricePence: 1_250 } }])
    expect((await withdraw()).body).toEqual({ ...asked, askedAt: null })
    expect(await own()).toEqual([])
  })

  it('asked for twice keeps its time, and withdrawn twice is gone', async () => {
    const { ask, withdraw, own } = await shop()
    const first = await ask()
    now = LATER
    expect((await ask()).body).toEqual(first.body)
    expect(await own()).toHaveLength(1)
    await withdraw()
    expect((await withdraw()).status).toBe(200)
  })

  it('of an unknown or withdrawn product is refused, and one that waits can still be withdrawn', async () => {
    const { ask, withdraw, own, product_no } = await shop()
    expect((await ask('NO-SUCH')).error.code).toBe('product_not_found')
    await ask()
    await database.update(products).set({ active: false }).where(eq(products.product_no, product_no))
    expect((await ask()).error.code).toBe('product_not_found')
    expect(await own()).toMatchObject([{ product_no, product: null }])
    expect((await withdraw()).status).toBe(200)
    expect(await own()).toEqual([])
  })

  it('can be for a trolly that the server does not know, if the account is the caller’s', async () => {
    const { token, customer, product_no, own } = await shop()
    const stranger = await aShop(database, call)
    const ask = (query: { customerId?: string }, id = uuidv7()) =>
      call(stockAlerts.ask, { token, params: { id, productNo: product_no }, query })
    expect((await ask({ customerId: customer.id })).status).toBe(200)
    expect(await own()).toHaveLength(1)
    expect((await ask({})).error.code).toBe('trolly_not_found')
    expect((await ask({ customerId: stranger.customer.id })).error.code).toBe('trolly_not_found')
    expect((await ask({}, stranger.params.id)).error.code).toBe('trolly_not_found')
  })

  it('answers an unknown product and somebody else’s trolly as one that is not there', async () => {
    const { token } = await shop()
    const stranger = await aShop(database, call)
    const params = { id: stranger.params.id, productNo: 'NO-SUCH' }
    expect((await call(stockAlerts.ask, { token, params })).error.code).toBe('trolly_not_found')
  })

  it('belongs to its user: a colleague has their own', async () => {
    const { ask, own, customer, params, product_no } = await shop()
    const { token } = await aUser(database, { customerIds: [customer.id] })
    await ask()
    const theirs = await call(stockAlerts.own, { token, params: { id: customer.id } })
    expect(theirs.body.data).toEqual([])
    await call(stockAlerts.withdraw, { token, params: { ...params, productNo: product_no } })
    expect(await own()).toHaveLength(1)
  })

  it('is for one account: the user’s other account has none', async () => {
    const { ask, token, user } = await shop()
    const second = await aCustomer(database)
    await database.insert(customerUsers).values({ userId: user.id, customerId: second.id })
    await ask()
    expect((await call(stockAlerts.own, { token, params: { id: second.id } })).body.data).toEqual([])
  })

  it('changed in a batch, and again with the same keys, ends up as requested', async () => {
    const { token, own, params, product_no, otherProductNo } = await shop()
    const operation = (endpoint: typeof stockAlerts.ask, productNo: string) => ({
      method: endpoint.method,
      path: pathOf(endpoint, { ...params, productNo }),
      headers: { 'idempotency-key': uuidv7() },
      body: '',
    })
    const body = {
      operations: [
        operation(stockAlerts.ask, product_no),
        operation(stockAlerts.ask, otherProductNo),
        operation(stockAlerts.withdraw, product_no),
      ],
    }
    const first = await call(operations.run, { token, body })
    expect(first.body.results.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await call(operations.run, { token, body })).body).toEqual(first.body)
    expect(await own()).toMatchObject([{ product_no: otherProductNo }])
  })
})

describe('when the product is back', () => {
  it('the alert comes true in the next round, by whatever brought the stock', async () => {
    const { ask, own, product_no } = await shop()
    await ask()
    expect(await app.tellOfStock()).toBe(0)
    await importCsv('stock', csv('product_no,quantity', `${product_no},12`))
    now = LATER
    expect(await app.tellOfStock()).toBe(1)
    expect(await own()).toMatchObject([{ product_no, toldAt: LATER.toISOString() }])
    expect(await app.tellOfStock()).toBe(0)
  })

  it('stock that the account cannot buy does not count: no price, or no longer sold', async () => {
    const { ask, setStock, product_no, customer } = await shop()
    await ask()
    await setStock(5)
    const price = and(eq(prices.priceListId, customer.priceListId), eq(prices.product_no, product_no))
    await database.update(prices).set({ pence: null }).where(price)
    expect(await app.tellOfStock()).toBe(0)
    await database.update(prices).set({ pence: 100 }).where(price)
    await database.update(products).set({ active: false }).where(eq(products.product_no, product_no))
    expect(await app.tellOfStock()).toBe(0)
    await database.update(products).set({ active: true }).where(eq(products.product_no, product_no))
    expect(await app.tellOfStock()).toBe(1)
  })

  it('nobody is told who has left or has lost the account; staff are', async () => {
    const gone = await shop()
    await gone.ask()
    await database.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, gone.user.id))
    const moved = await shop()
    await moved.ask()
    await database.delete(customerUsers).where(eq(customerUsers.userId, moved.user.id))
    await gone.setStock(1)
    await moved.setStock(1)
    expect(await app.tellOfStock()).toBe(0)

    const { token } = await aUser(database, { accountType: 'ST' })
    const params = { ...moved.params, productNo: moved.product_no }
    await call(stockAlerts.ask, { token, params })
    expect(await app.tellOfStock()).toBe(1)
  })

  it('it comes true once, although several instances look at the same time', async () => {
    const { ask, setStock } = await shop()
    await ask()
    await setStock(3)
    const told = await Promise.all([
      app.tellOfStock(),
      other.tellOfStock(),
      app.tellOfStock(),
      other.tellOfStock(),
    ])
    expect(told.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  it('a round that fails has told nobody, and the next one tells', async () => {
    const { ask, setStock, own } = await shop()
    await ask()
    await setStock(3)
    await database.$client.query('ALTER TABLE mail_queue RENAME TO mail_queue_gone')
    await expect(app.tellOfStock()).rejects.toThrow()
    await database.$client.query('ALTER TABLE mail_queue_gone RENAME TO mail_queue')
    expect(await own()).toMatchObject([{ toldAt: null }])
    expect(await other.tellOfStock()).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  it('asking again while it is there says so, and waits again once it is gone', async () => {
    const { ask, setStock, own } = await shop()
    await ask()
    await setStock(3)
    await app.tellOfStock()
    expect((await ask()).body.toldAt).toBe(NOW.toISOString())
    await setStock(0)
    now = LATER
    expect((await ask()).body).toMatchObject({ askedAt: LATER.toISOString(), toldAt: null })
    await setStock(3)
    expect(await app.tellOfStock()).toBe(1)
    expect(await own()).toHaveLength(1)
  })

  it('alerts that came true are deleted after a month, waiting ones are not', async () => {
    const { ask, own, product_no, otherProductNo } = await shop()
    await ask()
    await ask(otherProductNo)
    const long = new Date(Date.now() - (TOLD_KEPT_DAYS + 1) * 86_400_000)
    await database.update(alertRows).set({ askedAt: long })
    await database.update(alertRows).set({ toldAt: long }).where(eq(alertRows.product_no, otherProductNo))
    await app.cleanUp()
    expect(await own()).toMatchObject([{ product_no }])
  })
})

describe('by mail', () => {
  it('each user gets one for all that is back, and the same one again after a crash', async () => {
    const { ask, setStock, user, otherProductNo, product_no, customer } = await shop()
    await setStock(0, otherProductNo)
    await ask()
    await ask(otherProductNo)
    await setStock(3)
    await setStock(3, otherProductNo)
    await app.tellOfStock()
    const before = office.accepted().length
    office.next('torn')
    await app.sendMail()
    now = LATER
    await other.sendMail()
    const got = office.accepted().slice(before)
    expect(got.map(({ to }) => to)).toEqual([user.email, user.email])
    expect(got[1]?.messageId).toBe(got[0]?.messageId)
    const raw = got[1]?.raw ?? ''
    expect(raw).toContain('Subject: Back in stock: Chopped tomatoes and 1 more')
    for (const words of [product_no, otherProductNo, customer.id, 'https://orders.example.com/home'])
      expect(raw).toContain(words)
    await app.tellOfStock()
    await app.sendMail()
    expect(office.accepted()).toHaveLength(before + 2)
  })

  it('is sent to those who have chosen no other mail too: they asked for this one', async () => {
    const { ask, setStock, user } = await shop()
    const [row] = await database.select().from(users).where(eq(users.id, user.id))
    expect(row?.contactEmail).toBe(false)
    await ask()
    await setStock(3)
    expect(await app.tellOfStock()).toBe(1)
    expect(await mails()).toMatchObject([{ recipient: user.email }])
  })
})

it('a product that is deleted takes its alerts along', async () => {
  const { ask, own, customer } = await shop()
  const product_no = await aProduct(database, { priceListId: customer.priceListId, stockQuantity: 0 })
  await ask(product_no)
  await database.delete(products).where(eq(products.product_no, product_no))
  expect(await own()).toEqual([])
})
