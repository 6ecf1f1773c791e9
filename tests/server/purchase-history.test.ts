import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { purchaseHistory } from '#contract/purchase-history.ts'
import { dayNumberOf, ordersOf } from '#domain/purchase-history.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { aShared, READS_CUSTOMER, testAccess } from '#tests/support/access.ts'
import { aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-24T10:00:00.000Z')
const server = await startTestApp({ now: () => NOW })
const { database, call } = server
const shared = await aShared(database)

testAccess(server, shared, { purchaseHistory }, () => ({
  'purchaseHistory.download': {
    expected: READS_CUSTOMER,
    request: { params: { id: shared.customer.id } },
  },
}))

let placed = 0

const shop = async () => {
  const { token, customer } = await aShop(database, call)
  return {
    order: async (
      deliveryDay: string,
      lines: Record<string, number>,
      parts: Partial<typeof orders.$inferInsert> = {},
    ) => {
      const id = uuidv7()
      placed += 1
      const placedAt = new Date(Date.parse(`${deliveryDay}T10:00:00Z`) - 86_400_000)
      const totals = { netPence: 0, vatPence: 0, totalPence: 0 }
      await database.insert(orders).values({
        id,
        orderNo: 2 ** 41 + placed,
        customerId: customer.id,
        deliveryDay,
        placedAt,
        ...totals,
        ...parts,
      })
      await database.insert(orderLines).values(
        Object.entries(lines).map(([product_no, quantity], place) => ({
          orderId: id,
          position: place + 1,
          product_no,
          quantity,
          name: '',
          pack: '',
          unitPricePence: 1,
          vatBasisPoints: 0,
          netPence: 1,
        })),
      )
      return id
    },
    download: async (since?: string) =>
      (
        await call(purchaseHistory.download, {
          token,
          params: { id: customer.id },
          query: { ...(since !== undefined && { since }) },
        })
      ).body,
  }
}

describe('a purchase history', () => {
  it('has the lines of two years by delivery day, without cancelled, replaced and unpaid orders', async () => {
    const { order, download } = await shop()
    await order('2026-11-20', { A: 2, B: 1 })
    await order('2024-11-01', { A: 3 })
    await order('2024-10-31', { A: 9 })
    await order('2026-11-17', { A: 7 }, { cancelledAt: NOW })
    await order('2026-11-17', { A: 7 }, { replacedAt: NOW })
    await order('2026-11-17', { A: 7 }, { confirmedAt: null })
    const { months } = await download()
    expect(months.map(({ month }) => month)).toEqual(['2024-11', '2026-11'])
    expect(ordersOf(months)).toEqual([
      {
        day: dayNumberOf('2024-11-01'),
        placedMs: Date.parse('2024-10-31T10:00:00Z'),
        lines: [{ product_no: 'A', quantity: 3 }],
      },
      {
        day: dayNumberOf('2026-11-20'),
        placedMs: Date.parse('2026-11-19T10:00:00Z'),
        lines: [
          { product_no: 'A', quantity: 2 },
          { product_no: 'B', quantity: 1 },
        ],
      },
    ])
  })

  it('sends again only the months that have changed, and none to a caller that has them', async () => {
    const { order, download } = await shop()
    await order('2026-10-02', { A: 1 })
    const id = await order('2026-11-20', { A: 2 })
    const { cursor } = await download()
    expect(await download(cursor)).toEqual({ cursor, unchanged: ['2026-10', '2026-11'], months: [] })
    await order('2026-11-24', { B: 1 })
    const next = await download(cursor)
    expect(next.unchanged).toEqual(['2026-10'])
    expect(next.months.map(({ month, days }) => [month, days])).toEqual([['2026-11', [20, 24]]])
    await database.update(orders).set({ cancelledAt: NOW }).where(eq(orders.id, id))
    expect((await download(next.cursor)).months.map(({ days }) => days)).toEqual([[24]])
    expect((await download('made up')).months).toHaveLength(2)
  })

  it('is empty before the first order', async () => {
    const { download } = await shop()
    expect(await download()).toEqual({ cursor: '', unchanged: [], months: [] })
  })
})
