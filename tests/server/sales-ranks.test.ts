import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deriveSalesRanks } from '#server/db/products/sales-ranks.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products } from '#server/db/schema/products.ts'
import { aCustomer, aProduct } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const { database } = await testDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const { id: customerId } = await aCustomer(database)
let orderNo = 900_000

const order = async (product_no: string, times: number): Promise<void> => {
  const id = randomUUID()
  orderNo += 1
  const zero = { netPence: 0, vatPence: 0, totalPence: 0 }
  await database
    .insert(orders)
    .values({ id, orderNo, customerId, deliveryDay: '2026-11-23', placedAt: NOW, ...zero })
  await database.insert(orderLines).values(
    Array.from({ length: times }, (_, position) => ({
      ...{ orderId: id, position, product_no, name: '', pack: '', quantity: 1 },
      ...{ unitPricePence: 1, vatBasisPoints: 0, netPence: 1 },
    })),
  )
}
const rankOf = async (product_no: string) =>
  (await database.select().from(products).where(eq(products.product_no, product_no)))[0]?.derivedSalesRank

it('derives ranks from orders for products without one, and changes them only when sales double', async () => {
  const seldom = await aProduct(database)
  const often = await aProduct(database)
  const never = await aProduct(database)
  await database.update(products).set({ salesRank: null })
  const imported = await aProduct(database)
  await database.update(products).set({ salesRank: 7 }).where(eq(products.product_no, imported))
  await order(seldom, 1)
  await order(often, 5)
  await order(imported, 3)
  expect(await deriveSalesRanks(database, NOW)).toBe(2)
  expect(await rankOf(often)).toBeLessThan((await rankOf(seldom)) ?? 0)
  expect([await rankOf(never), await rankOf(imported)]).toEqual([null, null])
  await order(often, 2)
  expect(await deriveSalesRanks(database, NOW)).toBe(0)
  await order(often, 1)
  expect(await deriveSalesRanks(database, NOW)).toBe(1)
})
