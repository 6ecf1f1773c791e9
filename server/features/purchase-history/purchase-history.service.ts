import type { purchaseHistory } from '#contract/purchase-history.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { dayOfNumber, historyFrom, monthOf, type PastOrder } from '#domain/purchase-history.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import { contentCursor } from '#server/features/products/content-cursor.ts'
import type { Answers } from '#server/routing/answers.ts'
import { findPastOrders } from './purchase-history.repository.ts'

/** What a device proposes a usual order from. Months that have not changed since the cursor are not sent again. */
export const purchaseHistoryService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): Answers<typeof purchaseHistory> => ({
  download: async ({ user, params: { id }, query: { since = '' } }) => {
    const { customer } = await requireCustomer(database, user, id)
    const orders = await findPastOrders(database, customer.id, historyFrom(londonDayOf(now())))
    const months = byMonth(orders).map(([month, of]) => {
      const content = monthOf(month, of)
      return { content, hash: `${month}.${contentCursor(content).slice(0, HASH_LENGTH)}` }
    })
    const known = new Set(since.split(' '))
    return {
      cursor: months.map(({ hash }) => hash).join(' '),
      unchanged: months.filter(({ hash }) => known.has(hash)).map(({ content }) => content.month),
      months: months.filter(({ hash }) => !known.has(hash)).map(({ content }) => content),
    }
  },
})

/** 48 bits: two versions of a month that a device may have do not meet. */
const HASH_LENGTH = 8

/** @param orders by day */
const byMonth = (orders: readonly PastOrder[]): [string, PastOrder[]][] => {
  const months = new Map<string, PastOrder[]>()
  for (const order of orders) {
    const month = dayOfNumber(order.day).slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), order])
  }
  return [...months]
}
