import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Basket, type BasketChanged, type BasketReview, trollies } from '#contract/trollies.ts'
import { customers } from '#server/db/schema/customers.ts'
import { prices } from '#server/db/schema/prices.ts'
import { withConnection } from '#server/db/transaction.ts'
import { aCustomer, aProduct, aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ connections: 24 })

const PRICE_PENCE = 1_250
const WRITERS = 4
const CHANGES_EACH = 30

/** Only additions, one at a time, so the version predicts the lines of the same snapshot. */
const aBusyTrolly = async () => {
  const { token, params, customer } = await aShop(database, call)
  const products = await Promise.all(
    Array.from({ length: 5 }, () =>
      aProduct(database, { priceListId: customer.priceListId, pricePence: PRICE_PENCE }),
    ),
  )
  let writing = true
  const write = async (writer: number): Promise<BasketChanged[]> => {
    const replies: BasketChanged[] = []
    for (let change = 0; change < CHANGES_EACH; change++) {
      const product_no = products[(writer + change) % products.length] ?? ''
      const body = { product_no, quantity: 1, seenPricePence: null }
      replies.push((await call(trollies.addItem, { token, params, body })).body)
    }
    return replies
  }
  const written = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
    writing = false
  })
  /** Results of `read`, repeated while the others write. */
  const meanwhile = async <Read>(read: () => Promise<Read>): Promise<Read[]> => {
    const reads: Read[] = []
    while (writing) reads.push(...(await Promise.all([read(), read()])))
    await written
    return reads
  }
  return { token, params, written, meanwhile }
}

const lockWaits = async (): Promise<number> => {
  const { rows } = await database.$client.query(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}

const tornReads = (reads: readonly Basket[]): Basket[] =>
  reads.filter(({ version, items, totals }) => {
    const changes = version - 1
    const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
    const lineVersions = items.reduce((sum, item) => sum + item.version, 0)
    return quantity !== changes || lineVersions !== changes || totals.netPence !== changes * PRICE_PENCE
  })

describe('while four others write', () => {
  it('a read shows the lines, version and totals of one moment', async () => {
    const { token, params, meanwhile } = await aBusyTrolly()
    const reads = await meanwhile(async () => (await call(trollies.get, { token, params })).body)
    expect(reads.length).toBeGreaterThan(20)
    expect(tornReads(reads)).toHaveLength(0)
  })

  it('the review of a checkout shows one moment too', async () => {
    const { token, params, meanwhile } = await aBusyTrolly()
    const body = {
      deliveryDay: null,
      lines: [],
      totalPence: 0,
      confirmations: { ageRestricted: false, catchWeight: false },
    }
    const reviews = await meanwhile(async () => {
      const { error } = await call(trollies.checkout, { token, params, body })
      return error.code === 'changed' ? [(error as unknown as BasketReview).basket] : []
    })
    expect(reviews.flat().length).toBeGreaterThan(20)
    expect(tornReads(reviews.flat())).toHaveLength(0)
  })

  it('every reply to a change has the totals of its version', async () => {
    const { written } = await aBusyTrolly()
    const replies = (await written).flat()
    expect(replies).toHaveLength(WRITERS * CHANGES_EACH)
    for (const { basket } of replies) expect(basket.totals.netPence).toBe((basket.version - 1) * PRICE_PENCE)
  })

  it('a change that waited uses the customer’s price list at that moment', async () => {
    const { token, params, customer } = await aShop(database, call)
    const product_no = await aProduct(database, { priceListId: customer.priceListId, pricePence: 1_250 })
    const { priceListId: newList } = await aCustomer(database)
    await database.insert(prices).values({ priceListId: newList, product_no, pence: 900 })
    const waiting = await withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await connection.$client.query('SELECT FROM baskets WHERE id = $1 FOR UPDATE', [params.id])
      const add = call(trollies.addItem, {
        token,
        params,
        body: { product_no, quantity: 1, seenPricePence: null },
      })
      await expect.poll(lockWaits).toBe(1)
      await database.update(customers).set({ priceListId: newList }).where(eq(customers.id, customer.id))
      await connection.$client.query('COMMIT')
      return { add }
    })
    const { basket, line } = (await waiting.add).body
    expect(basket).toMatchObject({ priceListId: newList, totals: { netPence: 900 } })
    expect(line?.product?.pricePence).toBe(900)
  })
})
