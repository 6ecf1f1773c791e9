import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { type CheckoutBody, trollies } from '#contract/trollies.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import { withConnection } from '#server/db/transaction.ts'
import { placeOrder } from '#server/features/checkout/orders.repository.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => NOW })
const { aReadyTrolly, stockOf, stateOf, orderCountOf } = readyTrollies(database)

describe('a failed checkout', () => {
  it('at a check takes nothing, gives the same reply under its key, and passes under a new one once fixed', async () => {
    const { id, params, token, wine, peas, body } = await aReadyTrolly()
    await database.update(stock).set({ quantity: 2 }).where(eq(stock.product_no, wine))
    const key = uuidv7()
    const refused = await call(trollies.checkout, { token, params, body, key })
    expect([refused.error.code, refused.error.message]).toEqual([
      'checks_failed',
      'Only 2 of Wine 75 cl are in stock',
    ])
    expect([await stockOf(peas), await stockOf(wine), await stateOf(id)]).toEqual([40, 2, 'open'])

    await database.update(stock).set({ quantity: 3 }).where(eq(stock.product_no, wine))
    expect((await call(trollies.checkout, { token, params, body, key })).text).toBe(refused.text)
    expect((await call(trollies.checkout, { token, params, body })).status).toBe(200)
    expect(await stockOf(wine)).toBe(0)
  })

  it('for lack of stock writes nothing, even if a check let it pass', async () => {
    const { id, userId, customerId, wine } = await aReadyTrolly()
    const lines = [
      {
        product_no: wine,
        name: 'Wine',
        pack: '75 cl',
        quantity: 8,
        unitPricePence: 833,
        vatBasisPoints: 2000,
        netPence: 6664,
        catchWeight: false,
      },
    ]
    const address = {
      name: '',
      contactName: '',
      contactPhone: '',
      addressLines: [],
      town: '',
      postcode: '',
      accessNotes: '',
    }
    const order = {
      id: uuidv7(),
      basketId: id,
      customerId,
      placedBy: userId,
      placedAt: NOW,
      payBy: 'account' as const,
      cutOffAt: NOW,
      deliveryDay: DAY,
      poNumber: '',
      instructions: '',
      lines,
      totals: totalsOfNetLines(lines),
      ...deliveryChoiceOf({}),
      address,
    }
    const placing = withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await placeOrder(connection, order)
      await connection.$client.query('COMMIT')
    })
    await expect(placing).rejects.toThrow('Stock was taken of 0 lines of 1')
    expect([await stockOf(wine), await stateOf(id), await orderCountOf(id)]).toEqual([7, 'open', 0])
  })

  it('part-way leaves no stock taken, no line, no closed trolly and no stored reply', async () => {
    const { id, params, token, userId, customerId, peas, body } = await aReadyTrolly()
    // An order of this trolly that no checkout made: the schema's constraint must prevent a second one.
    await database.insert(orders).values({
      id: uuidv7(),
      orderNo: 1,
      basketId: id,
      customerId,
      deliveryDay: DAY,
      netPence: 0,
      vatPence: 0,
      totalPence: 0,
    })
    const linesBefore = await database.$count(orderLines)
    const key = uuidv7()
    const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
    const reply = await call(trollies.checkout, { token, params, body, key })
    expect([reply.status, reply.error.code]).toEqual([500, 'internal'])
    expect(faults).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('orders_basket_unique'))
    faults.mockRestore()
    expect([await stockOf(peas), await stateOf(id)]).toEqual([40, 'open'])
    expect(await database.$count(orderLines)).toBe(linesBefore)
    expect(await database.$count(idempotencyRecords, eq(idempotencyRecords.userId, userId))).toBe(0)

    await database.delete(orders).where(eq(orders.orderNo, 1))
    expect((await call(trollies.checkout, { token, params, body, key })).status).toBe(200)
  })

  it.each<[string, object]>([
    ['an unknown field', { colour: 'red' }],
    ['a negative quantity', { lines: [{ product_no: 'A1', quantity: -1, unitPricePence: 1 }] }],
    ['a fraction of a penny', { totalPence: 1.5 }],
    ['an invalid day', { deliveryDay: '2026-02-30' }],
    ['half of the confirmations', { confirmations: { ageRestricted: true } }],
  ])('for %s names the field', async (_, wrong) => {
    const { id, params, token, body } = await aReadyTrolly()
    const reply = await call(trollies.checkout, {
      token,
      params,
      body: { ...body, ...wrong } as CheckoutBody,
    })
    expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request'])
    expect(reply.error.errors?.length).toBeGreaterThan(0)
    expect(await stateOf(id)).toBe('open')
  })
})
