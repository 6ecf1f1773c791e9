import { eq } from 'drizzle-orm'
import { Check } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { BasketCheckedOut, BasketReview, baskets, type CheckoutBody } from '#contract/baskets.ts'
import { totalsOf, totalsOfNetLines } from '#domain/totals.ts'
import { basketLines, baskets as basketRows } from '#server/db/schema/baskets.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { withConnection } from '#server/db/transaction.ts'
import { findTrolly, readLines } from '#server/db/trollies.ts'
import { placeOrder } from '#server/features/checkout/orders.repository.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const DAY = '2026-11-25'

const { database, call } = await startTestApp({ now: () => NOW })

/** A customer with three priced products in a trolly for Wednesday, ready to be ordered. */
const aReadyTrolly = async () => {
  const { id: customerId, priceListId } = await aCustomer(database)
  const { id: userId, token } = await aUser(database, { customerIds: [customerId] })
  const peas = await aProduct(database, {
    priceListId,
    name: 'Peas',
    pack: '1 kg',
    pricePence: 199,
    stockQuantity: 40,
  })
  const wine = await aProduct(database, {
    priceListId,
    name: 'Wine',
    pack: '75 cl',
    pricePence: 833,
    vatBasisPoints: 2000,
    stockQuantity: 7,
  })
  const beef = await aProduct(database, {
    priceListId,
    name: 'Beef',
    pack: '',
    pricePence: 1_155,
    catchWeight: true,
    estimatedWeightGrams: 1_330,
    stockQuantity: 5,
  })
  const id = await aTrolly(database, {
    customerId,
    createdBy: userId,
    deliveryDay: DAY,
    poNumber: 'PO 7',
    instructions: 'Ring twice',
    lines: [peas, wine, beef].map((product_no, place) => ({
      product_no,
      quantity: place + 2,
      addedAt: new Date(NOW.getTime() + place),
    })),
  })
  return {
    id,
    params: { id },
    token,
    userId,
    customerId,
    priceListId,
    peas,
    wine,
    beef,
    body: await seenNow(id),
  }
}

/** What somebody sees who looks at the trolly now. */
const seenNow = async (id: string): Promise<CheckoutBody> => {
  const trolly = await findTrolly(database, { userId: uuidv7(), isStaff: true }, id)
  if (trolly === undefined) throw new Error('No such trolly')
  const lines = (await readLines(database, trolly)).filter(({ removed }) => !removed)
  return {
    deliveryDay: trolly.deliveryDay,
    lines: lines.map(({ product_no, quantity, product }) => ({
      product_no,
      quantity,
      unitPricePence: product?.pricePence ?? null,
    })),
    totalPence: totalsOf(lines).totalPence,
    confirmations: { ageRestricted: true, catchWeight: true },
  }
}

const stockOf = async (product_no: string) =>
  (await database.select().from(stock).where(eq(stock.product_no, product_no)))[0]?.quantity

const stateOf = async (id: string) =>
  (await database.select().from(basketRows).where(eq(basketRows.id, id)))[0]?.state

const orderCountOf = async (id: string) =>
  (await database.select().from(orders).where(eq(orders.basketId, id))).length

describe('a checkout', () => {
  it('places the order: numbered, with names and prices, stock taken, trolly closed', async () => {
    const { id, params, token, userId, customerId, peas, wine, beef, body } = await aReadyTrolly()
    const { body: order } = await call(baskets.checkout, { token, params, body })
    expect(order).toEqual({
      id: expect.any(String),
      orderNo: expect.stringMatching(/^\d{6,}$/),
      basketId: id,
      customerId,
      deliveryDay: DAY,
      poNumber: 'PO 7',
      instructions: 'Ring twice',
      placedAt: NOW.toISOString(),
      lines: [
        {
          product_no: peas,
          name: 'Peas',
          pack: '1 kg',
          quantity: 2,
          unitPricePence: 199,
          vatBasisPoints: 0,
          netPence: 398,
          catchWeight: false,
        },
        {
          product_no: wine,
          name: 'Wine',
          pack: '75 cl',
          quantity: 3,
          unitPricePence: 833,
          vatBasisPoints: 2000,
          netPence: 2499,
          catchWeight: false,
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
          catchWeight: true,
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
    expect((await call(baskets.get, { token, params })).body).toMatchObject({
      state: 'checked_out',
      version: 5,
    })
  })

  it('asked for again under its key gives the same bytes and takes nothing more', async () => {
    const { id, params, token, peas, body } = await aReadyTrolly()
    const key = uuidv7()
    const first = await call(baskets.checkout, { token, params, body, key })
    const again = await call(baskets.checkout, { token, params, body, key })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect([await stockOf(peas), await orderCountOf(id)]).toEqual([38, 1])
  })

  it('of a trolly that was ordered is refused with its order, as it was placed', async () => {
    const { params, token, peas, priceListId, body } = await aReadyTrolly()
    const placed = await call(baskets.checkout, { token, params, body })
    await database
      .update(products)
      .set({ name: 'Other peas', pack: '5 kg' })
      .where(eq(products.product_no, peas))
    await database.update(prices).set({ pence: 1 }).where(eq(prices.priceListId, priceListId))
    const reply = await call(baskets.checkout, { token, params, body })
    expect([reply.status, reply.error.code]).toEqual([409, 'checked_out'])
    expect(Check(BasketCheckedOut, reply.error)).toBe(true)
    expect(reply.error.order).toEqual(placed.body)
    expect(await stockOf(peas)).toBe(38)
  })

  it('leaves out what was removed', async () => {
    const { id, params, token, peas, wine } = await aReadyTrolly()
    await database
      .update(basketLines)
      .set({ removed: true, quantity: 0 })
      .where(eq(basketLines.product_no, wine))
    const { body: order } = await call(baskets.checkout, { token, params, body: await seenNow(id) })
    expect(order.lines.map(({ product_no }) => product_no)).not.toContain(wine)
    expect([await stockOf(peas), await stockOf(wine)]).toEqual([38, 7])
  })

  it('of somebody else\u2019s trolly, or of none, is not found', async () => {
    const { params, body, id } = await aReadyTrolly()
    const { token: stranger } = await aUser(database)
    const theirs = await call(baskets.checkout, { token: stranger, params, body })
    const nobodys = await call(baskets.checkout, { token: stranger, params: { id: uuidv7() }, body })
    expect([theirs.status, theirs.error.code]).toEqual([404, 'trolly_not_found'])
    expect(nobodys.text).toBe(theirs.text)
    expect(await stateOf(id)).toBe('open')
  })

  it('of a deleted trolly is gone', async () => {
    const { id, params, token, body } = await aReadyTrolly()
    await database.update(basketRows).set({ state: 'deleted' }).where(eq(basketRows.id, id))
    const reply = await call(baskets.checkout, { token, params, body })
    expect([reply.status, reply.error.code]).toEqual([410, 'trolly_deleted'])
  })

  it('gives every order a number of its own, higher than the last', async () => {
    const numbers: number[] = []
    for (const _ of [1, 2, 3]) {
      const { params, token, body } = await aReadyTrolly()
      numbers.push(Number((await call(baskets.checkout, { token, params, body })).body.orderNo))
    }
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})

describe('a checkout of a trolly that is not as it was seen', () => {
  type Ready = Awaited<ReturnType<typeof aReadyTrolly>>

  const CHANGES: [string, (ready: Ready) => Promise<unknown>][] = [
    [
      'a quantity',
      ({ wine }) => database.update(basketLines).set({ quantity: 1 }).where(eq(basketLines.product_no, wine)),
    ],
    [
      'a line less',
      ({ wine }) =>
        database
          .update(basketLines)
          .set({ removed: true, quantity: 0 })
          .where(eq(basketLines.product_no, wine)),
    ],
    [
      'a line more',
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
      'a VAT rate, and so the total',
      ({ wine }) =>
        database.update(products).set({ vatBasisPoints: 500 }).where(eq(products.product_no, wine)),
    ],
    [
      'what is no longer sold',
      ({ wine }) => database.update(products).set({ active: false }).where(eq(products.product_no, wine)),
    ],
    [
      'the day',
      ({ id }) => database.update(basketRows).set({ deliveryDay: '2026-11-26' }).where(eq(basketRows.id, id)),
    ],
  ]

  it.each(CHANGES)(
    'by %s gives it back for review, and is placed once that was seen',
    async (what, change) => {
      const ready = await aReadyTrolly()
      const { id, params, token, peas, body } = ready
      await change(ready)
      const reply = await call(baskets.checkout, { token, params, body })
      expect([reply.status, reply.error.code]).toEqual([409, 'changed'])
      expect(Check(BasketReview, reply.error)).toBe(true)
      expect(reply.error.basket).toEqual((await call(baskets.get, { token, params })).body)
      expect([await stockOf(peas), await stateOf(id), await orderCountOf(id)]).toEqual([40, 'open', 0])

      const reviewed = await call(baskets.checkout, { token, params, body: await seenNow(id) })
      const refusal = what.includes('gone') || what.includes('no longer')
      expect(reviewed.status).toBe(refusal ? 400 : 200)
    },
  )

  it.each<[string, (body: CheckoutBody) => CheckoutBody]>([
    ['another total', (body) => ({ ...body, totalPence: body.totalPence + 1 })],
    ['no lines', (body) => ({ ...body, lines: [] })],
    [
      'a line twice in place of another',
      (body) => ({ ...body, lines: [...body.lines.slice(1), ...body.lines.slice(-1)] }),
    ],
    [
      'a line twice beside the others',
      (body) => ({ ...body, lines: [...body.lines, ...body.lines.slice(0, 1)] }),
    ],
    [
      'the right total of other prices',
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
    const reply = await call(baskets.checkout, { token, params, body: wrong(body) })
    expect([reply.status, reply.error.code]).toEqual([409, 'changed'])
    expect(await stockOf(peas)).toBe(40)
  })

  it('does not mind in which order the lines are sent', async () => {
    const { params, token, body } = await aReadyTrolly()
    const reply = await call(baskets.checkout, {
      token,
      params,
      body: { ...body, lines: [...body.lines].reverse() },
    })
    expect(reply.status).toBe(200)
  })

  it('does not mind that a price has changed since the line was added, if the present one was seen', async () => {
    const { id, params, token, wine } = await aReadyTrolly()
    await database.update(basketLines).set({ seenPricePence: 700 }).where(eq(basketLines.product_no, wine))
    const reply = await call(baskets.checkout, { token, params, body: await seenNow(id) })
    expect(reply.body.lines[1]?.unitPricePence).toBe(833)
  })
})

describe('a checkout that fails', () => {
  it('in a check takes nothing, is the same under its key, and passes under a new one once repaired', async () => {
    const { id, params, token, wine, peas, body } = await aReadyTrolly()
    await database.update(stock).set({ quantity: 2 }).where(eq(stock.product_no, wine))
    const key = uuidv7()
    const refused = await call(baskets.checkout, { token, params, body, key })
    expect([refused.error.code, refused.error.message]).toEqual([
      'checks_failed',
      'Only 2 of Wine 75 cl are in stock',
    ])
    expect([await stockOf(peas), await stockOf(wine), await stateOf(id)]).toEqual([40, 2, 'open'])

    await database.update(stock).set({ quantity: 3 }).where(eq(stock.product_no, wine))
    expect((await call(baskets.checkout, { token, params, body, key })).text).toBe(refused.text)
    expect((await call(baskets.checkout, { token, params, body })).status).toBe(200)
    expect(await stockOf(wine)).toBe(0)
  })

  it('to take what is not there, even if a check had let it pass, writes nothing', async () => {
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
    const order = {
      id: uuidv7(),
      basketId: id,
      customerId,
      placedBy: userId,
      placedAt: NOW,
      deliveryDay: DAY,
      poNumber: '',
      instructions: '',
      lines,
      totals: totalsOfNetLines(lines),
    }
    const placing = withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await placeOrder(connection, order)
      await connection.$client.query('COMMIT')
    })
    await expect(placing).rejects.toThrow('Stock was taken of 0 lines of 1')
    expect([await stockOf(wine), await stateOf(id), await orderCountOf(id)]).toEqual([7, 'open', 0])
  })

  it('on the way leaves neither stock taken nor a line, a closed trolly or a kept reply', async () => {
    const { id, params, token, userId, customerId, peas, body } = await aReadyTrolly()
    // An order of this trolly that no checkout made: the schema's backstop is what stops a second one.
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
    const reply = await call(baskets.checkout, { token, params, body, key })
    expect([reply.status, reply.error.code]).toEqual([500, 'internal'])
    expect(faults).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('orders_basket_unique'))
    faults.mockRestore()
    expect([await stockOf(peas), await stateOf(id)]).toEqual([40, 'open'])
    expect(await database.$count(orderLines)).toBe(linesBefore)
    expect(await database.$count(idempotencyRecords, eq(idempotencyRecords.userId, userId))).toBe(0)

    await database.delete(orders).where(eq(orders.orderNo, 1))
    expect((await call(baskets.checkout, { token, params, body, key })).status).toBe(200)
  })

  it.each<[string, object]>([
    ['an unknown field', { colour: 'red' }],
    ['a negative quantity', { lines: [{ product_no: 'A1', quantity: -1, unitPricePence: 1 }] }],
    ['a fraction of a penny', { totalPence: 1.5 }],
    ['a day that is none', { deliveryDay: '2026-02-30' }],
    ['no confirmations', { confirmations: undefined }],
  ])('for %s says which field', async (_, wrong) => {
    const { id, params, token, body } = await aReadyTrolly()
    const reply = await call(baskets.checkout, { token, params, body: { ...body, ...wrong } as CheckoutBody })
    expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request'])
    expect(reply.error.errors?.length).toBeGreaterThan(0)
    expect(await stateOf(id)).toBe('open')
  })
})
