import { eq } from 'drizzle-orm'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { BasketReview, type CheckoutBody, trollies } from '#contract/trollies.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { aProduct } from '#tests/support/builders.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => NOW })
const { aReadyTrolly, seenNow, stockOf, stateOf, orderCountOf } = readyTrollies(database)

describe('a checkout of a trolly that has changed', () => {
  type Ready = Awaited<ReturnType<typeof aReadyTrolly>>

  const CHANGES: [string, (ready: Ready) => Promise<unknown>][] = [
    [
      'a quantity',
      ({ wine }) => database.update(basketLines).set({ quantity: 1 }).where(eq(basketLines.product_no, wine)),
    ],
    [
      'a line removed',
      ({ wine }) =>
        database
          .update(basketLines)
          .set({ removed: true, quantity: 0 })
          .where(eq(basketLines.product_no, wine)),
    ],
    [
      'a line added',
      async ({ id, priceListId }) =>
        database.insert(basketLines).values({
          basketId: id,
          product_no: await aProduct(database, { priceListId, pricePence: 0 }),
          quantity: 1,
        }),
    ],
    ['a price', ({ wine }) => database.update(prices).set({ pence: 834 }).where(eq(prices.product_no, wine))],
    ['a price that is gone', ({ wine }) => database.delete(prices).where(eq(prices.product_no, wine))],
    [
      'a VAT rate, which changes the total',
      ({ wine }) =>
        database.update(products).set({ vatBasisPoints: 500 }).where(eq(products.product_no, wine)),
    ],
    [
      'a product no longer sold',
      ({ wine }) => database.update(products).set({ active: false }).where(eq(products.product_no, wine)),
    ],
    [
      'the day',
      ({ id }) => database.update(baskets).set({ deliveryDay: '2026-11-26' }).where(eq(baskets.id, id)),
    ],
  ]

  it.each(CHANGES)('by %s returns it for review, and is placed once that was seen', async (what, change) => {
    const ready = await aReadyTrolly()
    const { id, params, token, peas, body } = ready
    await change(ready)
    const reply = await call(trollies.checkout, { token, params, body })
    expect([reply.status, reply.error.code]).toEqual([409, 'changed'])
    expect(Check(BasketReview, reply.error)).toBe(true)
    expect(reply.error.basket).toEqual((await call(trollies.get, { token, params })).body)
    expect([await stockOf(peas), await stateOf(id), await orderCountOf(id)]).toEqual([40, 'open', 0])

    const reviewed = await call(trollies.checkout, { token, params, body: await seenNow(id) })
    const refusal = what.includes('gone') || what.includes('no longer')
    expect(reviewed.status).toBe(refusal ? 400 : 200)
  })

  it.each<[string, (body: CheckoutBody) => CheckoutBody]>([
    ['another total', (body) => ({ ...body, totalPence: body.totalPence + 1 })],
    ['no lines', (body) => ({ ...body, lines: [] })],
    [
      'a line repeated instead of another',
      (body) => ({ ...body, lines: [...body.lines.slice(1), ...body.lines.slice(-1)] }),
    ],
    [
      'a line repeated beside the others',
      (body) => ({ ...body, lines: [...body.lines, ...body.lines.slice(0, 1)] }),
    ],
    [
      'the right total from other prices',
      (body) => ({
        ...body,
        lines: body.lines.map((line) => ({ ...line, unitPricePence: (line.unitPricePence ?? 0) + 1 })),
      }),
    ],
    [
      'no prices, which were not on it yet,',
      (body) => ({
        ...body,
        lines: body.lines.map((line) => ({ ...line, unitPricePence: null })),
        totalPence: 0,
      }),
    ],
    ['no day', (body) => ({ ...body, deliveryDay: null })],
  ])('by %s in what the device sent is reviewed too', async (_, wrong) => {
    const { params, token, peas, body } = await aReadyTrolly()
    const reply = await call(trollies.checkout, { token, params, body: wrong(body) })
    expect([reply.status, reply.error.code]).toEqual([409, 'changed'])
    expect(await stockOf(peas)).toBe(40)
  })

  it('ignores the order in which the lines are sent', async () => {
    const { params, token, body } = await aReadyTrolly()
    const reply = await call(trollies.checkout, {
      token,
      params,
      body: { ...body, lines: [...body.lines].reverse() },
    })
    expect(reply.status).toBe(200)
  })

  it('accepts a price that changed since the line was added, if the current one was seen', async () => {
    const { id, params, token, wine } = await aReadyTrolly()
    await database.update(basketLines).set({ seenPricePence: 700 }).where(eq(basketLines.product_no, wine))
    const reply = await call(trollies.checkout, { token, params, body: await seenNow(id) })
    expect(reply.body.lines[1]?.unitPricePence).toBe(833)
  })
})
