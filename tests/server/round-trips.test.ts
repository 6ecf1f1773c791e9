import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { trollies } from '#contract/trollies.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => NOW })
const { aReadyTrolly } = readyTrollies(database)

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown> | undefined

/** How often `work` waits for PostgreSQL, and which of its statements are parsed and planned at every call. */
const watch = async (work: () => Promise<{ status: number }>) => {
  let waits = 0
  let underWay = 0
  const unnamed: string[] = []
  const query = pg.Client.prototype.query as Query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [sent, ...rest] = args as [string | { name?: string; text: string }]
    if (typeof sent !== 'string' && sent.name === undefined) unnamed.push(sent.text)
    if (underWay === 0) waits += 1
    underWay += 1
    const answered = () => {
      underWay -= 1
    }
    // A pool passes a callback.
    const callback = rest.at(-1) as unknown
    if (typeof callback !== 'function') return query.apply(this, args)?.finally(answered)
    return query.call(this, sent, ...rest.slice(0, -1), (...answer: unknown[]) => {
      answered()
      callback(...answer)
    })
  } as never)
  try {
    const { status } = await work()
    return { status, waits, unnamed }
  } finally {
    spy.mockRestore()
  }
}

it('the calls to an order wait for PostgreSQL only where a statement needs the one before, and plan nothing anew', async () => {
  const { token, params, body, customerId, peas } = await aReadyTrolly()
  const asked = { token, params }
  const head = { id: uuidv7(), customerId, deliveryDay: null, poNumber: '', instructions: '' }
  const line = { product_no: peas, quantity: 1, seenPricePence: 199 }
  const details = { deliveryDay: DAY, poNumber: 'PO 8' }
  // The first request reads the epoch too.
  await call(customers.get, { token, params: { id: customerId } })
  const watched = {
    dates: await watch(() => call(customers.deliveryDates, { token, params: { id: customerId } })),
    create: await watch(() => call(trollies.create, { token, body: head })),
    line: await watch(() => call(trollies.addItem, { token, params: { id: head.id }, body: line })),
    details: await watch(() => call(trollies.update, { ...asked, ifMatch: 1, body: details })),
    checkout: await watch(() => call(trollies.checkout, { ...asked, body })),
  }
  const waiting = (waits: number) => ({ status: 200, waits, unnamed: [] })
  expect(watched).toEqual({
    // Each first asks who calls. Changes then claim their key, lock their row, and send the rest with the commit.
    dates: waiting(2),
    create: waiting(5),
    line: waiting(4),
    details: waiting(5),
    checkout: waiting(7),
  })
})
