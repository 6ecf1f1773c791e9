import { eq } from 'drizzle-orm'
import { Check } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { BasketCheckedOut, trollies } from '#contract/trollies.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { orders } from '#server/db/schema/orders.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { aUser } from '#tests/support/builders.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => NOW })
const { aReadyTrolly, seenNow, stockOf, stateOf, orderCountOf } = readyTrollies(database)

describe('a checkout', () => {
  it('places the order: numbered, with names and prices, taking stock and closing the trolly', async () => {
    const { id, params, token, userId, customerId, peas, wine, beef, body } = await aReadyTrolly()
    const { body: order } = await call(trollies.checkout, { token, params, body })
    expect(order).toEqual({
      id: expect.any(String),
      orderNo: expect.stringMatching(/^\d{6,}$/),
      basketId: id,
      customerId,
      deliveryDay: DAY,
      poNumber: 'PO 7',
      instructions: 'Ring twice',
      placedAt: NOW.toISOString(),
      payBy: 'account',
      method: 'delivery',
      deliveryAddressId: null,
      collectionSiteId: null,
      collectionSlot: null,
      address: {
        name: 'The Copper Kettle',
        contactName: '',
        contactPhone: '',
        addressLines: [],
        town: '',
        postcode: '',
        accessNotes: '',
      },
      lines: [
        {
          product_no: peas,
          name: 'Peas',
          pack: '1 kg',
          quantity: 2,
          unitPricePence: 199,
          vatBasisPoints: 0,
          netPence: 398,
          discounts: null,
          catchWeight: false,
          note: '',
          substitution: null,
        },
        {
          product_no: wine,
          name: 'Wine',
          pack: '75 cl',
          quantity: 3,
          unitPricePence: 833,
          vatBasisPoints: 2000,
          netPence: 2499,
          discounts: null,
          catchWeight: false,
          note: '',
          substitution: null,
        },
        {
          product_no: beef,
          name: 'Beef',
          pack: '',
          quantity: 4,
          unitPricePence: 1155,
          vatBasisPoints: 0,
          // 4 × 1.330 kg × £11.55 = £61.446
          netPence: 6145,
          discounts: null,
          catchWeight: true,
          note: '',
          substitution: null,
        },
      ],
      totals: {
        lineCount: 3,
        netPence: 9042,
        vat: [
          { vatBasisPoints: 0, netPence: 6543, vatPence: 0 },
          { vatBasisPoints: 2000, netPence: 2499, vatPence: 500 },
        ],
        vatPence: 500,
        totalPence: 9542,
        estimated: true,
        unpricedCount: 0,
      },
    })
    expect(await Promise.all([peas, wine, beef].map(stockOf))).toEqual([38, 4, 1])
    const [row] = await database.select().from(orders).where(eq(orders.id, order.id))
    expect(row).toMatchObject({ netPence: 9042, vatPence: 500, totalPence: 9542, placedBy: userId })
    expect((await call(trollies.get, { token, params })).body).toMatchObject({
      state: 'checked_out',
      version: 5,
    })
  })

  it('repeated under its key returns the same bytes and takes nothing more', async () => {
    const { id, params, token, peas, body } = await aReadyTrolly()
    const key = uuidv7()
    const first = await call(trollies.checkout, { token, params, body, key })
    const again = await call(trollies.checkout, { token, params, body, key })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect([await stockOf(peas), await orderCountOf(id)]).toEqual([38, 1])
  })

  it('of an ordered trolly is refused and returns its order as placed', async () => {
    const { params, token, peas, priceListId, body } = await aReadyTrolly()
    const placed = await call(trollies.checkout, { token, params, body })
    await database
      .update(products)
      .set({ name: 'Other peas', pack: '5 kg' })
      .where(eq(products.product_no, peas))
    await database.update(prices).set({ pence: 1 }).where(eq(prices.priceListId, priceListId))
    const reply = await call(trollies.checkout, { token, params, body })
    expect([reply.status, reply.error.code]).toEqual([409, 'checked_out'])
    expect(Check(BasketCheckedOut, reply.error)).toBe(true)
    expect(reply.error.order).toEqual(placed.body)
    expect(await stockOf(peas)).toBe(38)
  })

  it('leaves out removed lines', async () => {
    const { id, params, token, peas, wine } = await aReadyTrolly()
    await database
      .update(basketLines)
      .set({ removed: true, quantity: 0 })
      .where(eq(basketLines.product_no, wine))
    const { body: order } = await call(trollies.checkout, { token, params, body: await seenNow(id) })
    expect(order.lines.map(({ product_no }) => product_no)).not.toContain(wine)
    expect([await stockOf(peas), await stockOf(wine)]).toEqual([38, 7])
  })

  it('of another user’s trolly, or an unknown one, is not found', async () => {
    const { params, body, id } = await aReadyTrolly()
    const { token: stranger } = await aUser(database)
    const theirs = await call(trollies.checkout, { token: stranger, params, body })
    const nobodys = await call(trollies.checkout, { token: stranger, params: { id: uuidv7() }, body })
    expect([theirs.status, theirs.error.code]).toEqual([404, 'trolly_not_found'])
    expect(nobodys.text).toBe(theirs.text)
    expect(await stateOf(id)).toBe('open')
  })

  it('of a deleted trolly gets 410', async () => {
    const { id, params, token, body } = await aReadyTrolly()
    await database.update(baskets).set({ state: 'deleted' }).where(eq(baskets.id, id))
    const reply = await call(trollies.checkout, { token, params, body })
    expect([reply.status, reply.error.code]).toEqual([410, 'trolly_deleted'])
  })

  it('numbers each order above the previous one', async () => {
    const numbers: number[] = []
    for (const _ of [1, 2, 3]) {
      const { params, token, body } = await aReadyTrolly()
      numbers.push(Number((await call(trollies.checkout, { token, params, body })).body.orderNo))
    }
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})
