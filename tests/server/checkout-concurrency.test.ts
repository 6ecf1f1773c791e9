import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type CheckoutBody, trollies, type ValidationChecks } from '#contract/trollies.ts'
import { CHECKOUT_CHECKS } from '#domain/checks/check.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const DAY = '2026-11-25'
const PRICE_PENCE = 250

const { database, call } = await startTestApp({ now: () => NOW, connections: 16 })
/** A second instance: nothing may depend on one process's memory. */
const callOther = callerOf(await buildTestApp(database, { now: () => NOW }))

const { id: customerId, priceListId } = await aCustomer(database)
const { id: createdBy, token } = await aUser(database, { customerIds: [customerId] })

const theProducts = (count: number, stockQuantity: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      aProduct(database, { priceListId, pricePence: PRICE_PENCE, stockQuantity }),
    ),
  )

type Wanted = { product_no: string; quantity: number }

const trollyOf = async (
  lines: Wanted[],
  of = customerId,
): Promise<{ params: { id: string }; body: CheckoutBody }> => {
  const id = await aTrolly(database, {
    customerId: of,
    createdBy,
    deliveryDay: DAY,
    // Lines in the given order, which differs per trolly: locks must not be taken in that order.
    lines: lines.map((line, place) => ({ ...line, addedAt: new Date(NOW.getTime() + place) })),
  })
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    params: { id },
    body: {
      deliveryDay: DAY,
      lines: lines.map((line) => ({ ...line, unitPricePence: PRICE_PENCE })),
      totalPence: pieces * PRICE_PENCE,
      confirmations: { ageRestricted: false, catchWeight: false },
    },
  }
}

const stockOf = async (product_no: string): Promise<number> =>
  (await database.select().from(stock).where(eq(stock.product_no, product_no)))[0]?.quantity ?? Number.NaN

const soldOf = async (product_no: string): Promise<number> => {
  const rows = await database.select().from(orderLines).where(eq(orderLines.product_no, product_no))
  return rows.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Reproducible from a seed, so that a failure can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const shuffled = <T>(all: readonly T[], random: (below: number) => number): T[] => {
  const rest = [...all]
  return all.flatMap(() => rest.splice(random(rest.length), 1))
}

describe('simultaneous checkouts', () => {
  it('of the same scarce products, by 8 callers on two instances, never oversell', async () => {
    const CALLERS = 8
    const TROLLIES_EACH = 12
    const STOCK = 100
    const random = randomFrom(20_261_123)
    const all = await theProducts(8, STOCK)
    const queues = await Promise.all(
      Array.from({ length: CALLERS }, () =>
        Promise.all(
          Array.from({ length: TROLLIES_EACH }, () =>
            trollyOf(
              shuffled(all, random)
                .slice(0, 5 + random(4))
                .map((product_no) => ({ product_no, quantity: 1 + random(3) })),
            ),
          ),
        ),
      ),
    )

    const replies = await Promise.all(
      queues.map(async (queue, caller) => {
        const callHere = caller % 2 === 0 ? call : callOther
        const answered = []
        for (const { params, body } of queue) {
          answered.push(await callHere(trollies.checkout, { token, params, body }))
        }
        return answered
      }),
    )

    const answered = replies.flat()
    const placed = answered.filter(({ status }) => status === 200)
    const refused = answered.filter(({ status }) => status === 400)
    expect(placed.length + refused.length).toBe(CALLERS * TROLLIES_EACH)
    // Both must have occurred, or the test proves nothing.
    expect(Math.min(placed.length, refused.length)).toBeGreaterThan(5)
    for (const { error } of refused) {
      const checks = error.validation_checks as ValidationChecks['validation_checks']
      expect(CHECKOUT_CHECKS.filter((name) => checks[name].error_messages.length > 0)).toEqual([
        'order_stock_check',
      ])
    }
    for (const product_no of all) {
      const [left, sold] = [await stockOf(product_no), await soldOf(product_no)]
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + sold).toBe(STOCK)
    }
    expect(new Set(placed.map(({ body }) => body.orderNo)).size).toBe(placed.length)
    const lines = placed.flatMap(({ body }) => body.lines)
    for (const product_no of all) {
      const told = lines.filter((line) => line.product_no === product_no)
      expect(told.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(await soldOf(product_no))
    }
  })

  it('of the last of two products, in opposite order, sell each once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one = '', other = ''] = await theProducts(2, 1)
      const ready = await Promise.all(
        [
          [one, other],
          [other, one],
        ].map((both) => trollyOf(both.map((product_no) => ({ product_no, quantity: 1 })))),
      )
      const replies = await Promise.all(
        ready.map((trolly, place) =>
          (place === 0 ? call : callOther)(trollies.checkout, { token, ...trolly }),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(await Promise.all([one, other].map(stockOf))).toEqual([0, 0])
    }
  })

  it('of one trolly under different keys place it once and return that order to the others', async () => {
    const [product_no = ''] = await theProducts(1, 50)
    const { params, body } = await trollyOf([{ product_no, quantity: 3 }])
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, caller) =>
        (caller % 2 === 0 ? call : callOther)(trollies.checkout, { token, params, body }),
      ),
    )
    const [placed, ...others] = replies.sort((a, b) => a.status - b.status)
    expect(placed?.status).toBe(200)
    for (const { error } of others) {
      expect(error.code).toBe('checked_out')
      expect(error.order).toEqual(placed?.body)
    }
    expect([
      await stockOf(product_no),
      await database.$count(orders, eq(orders.basketId, params.id)),
    ]).toEqual([47, 1])
  })

  it('under one key place one order and return it or say it is in progress', async () => {
    const [product_no = ''] = await theProducts(1, 50)
    const { params, body } = await trollyOf([{ product_no, quantity: 3 }])
    const key = uuidv7()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, caller) =>
        (caller % 2 === 0 ? call : callOther)(trollies.checkout, { token, params, body, key }),
      ),
    )
    const placed = replies.filter(({ status }) => status === 200)
    expect(new Set(placed.map(({ text }) => text)).size).toBe(1)
    for (const { error } of replies.filter(({ status }) => status !== 200))
      expect(error.code).toBe('in_progress')
    expect(await stockOf(product_no)).toBe(47)
  })

  it('are placed without an addition from another device, or reviewed with it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [product_no = ''] = await theProducts(1, 50)
      const { params, body } = await trollyOf([{ product_no, quantity: 3 }])
      const add = () =>
        callOther(trollies.addItem, {
          token,
          params,
          body: { product_no, quantity: 2, seenPricePence: PRICE_PENCE },
        })
      const checkout = () => call(trollies.checkout, { token, params, body })
      const [first, second] = round % 2 === 0 ? [add, checkout] : [checkout, add]
      const both = await Promise.all([first(), second()])
      const [added, ordered] = round % 2 === 0 ? both : both.toReversed()
      const outcome = `${added?.status} ${ordered?.status}`
      expect(['200 409', '409 200']).toContain(outcome)
      expect(await stockOf(product_no)).toBe(outcome === '409 200' ? 47 : 50)
    }
  })

  it('of one account never exceed its credit limit together', async () => {
    const limited = await aCustomer(database, { priceListId, creditLimitPence: 5 * PRICE_PENCE })
    const [product_no = ''] = await theProducts(1, 100)
    const { token: buyer } = await aUser(database, { customerIds: [limited.id] })
    const ready = await Promise.all(
      Array.from({ length: 8 }, () => trollyOf([{ product_no, quantity: 2 }], limited.id)),
    )
    const replies = await Promise.all(
      ready.map((trolly, at) => (at % 2 ? call : callOther)(trollies.checkout, { ...trolly, token: buyer })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status, error } of replies.filter((reply) => reply.status !== 200)) {
      expect(status).toBe(400)
      expect(
        (error.validation_checks as ValidationChecks['validation_checks']).order_customer_check
          .error_messages,
      ).toEqual(['£2.50 over your remaining credit of £2.50'])
    }
    expect(await stockOf(product_no)).toBe(96)
  })
})
