import { and, eq } from 'drizzle-orm'
import { DAY_MS } from '#domain/durations.ts'
import { customers } from '#server/db/schema/customers.ts'
import type { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { DemoProduct } from './products.ts'

/** Not the sign-in that people try first, whose home would begin with them. */
const WHO = { email: 'kitchens@example.com', customer: 'Willow Bank Care Home' } as const

/** One that waits, and one that came true yesterday. @param made the best-selling first */
export const makeStockAlerts = async (
  connection: Connection,
  made: readonly DemoProduct[],
  now: Date,
): Promise<(typeof stockAlerts.$inferInsert)[]> => {
  const [who] = await connection
    .select({ userId: users.id, customerId: customers.id })
    .from(users)
    .innerJoin(customerUsers, eq(customerUsers.userId, users.id))
    .innerJoin(customers, eq(customers.id, customerUsers.customerId))
    .where(and(eq(users.email, WHO.email), eq(customers.name, WHO.customer)))
  const sold = made.filter(({ basePence }) => basePence !== null)
  const gone = sold.find(({ stockQuantity }) => stockQuantity === 0)
  const back = sold.find(({ stockQuantity }) => stockQuantity > 0)
  if (who === undefined || gone === undefined || back === undefined) return []
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  return [
    { ...who, product_no: gone.row.product_no, askedAt: daysAgo(2), toldAt: null },
    { ...who, product_no: back.row.product_no, askedAt: daysAgo(4), toldAt: daysAgo(1) },
  ]
}
