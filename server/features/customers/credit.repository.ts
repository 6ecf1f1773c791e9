import { eq, sql } from 'drizzle-orm'
import { OWED_PENCE } from '#server/db/customers/owed.ts'
import { customers } from '#server/db/schema/customers.ts'
import type { Connection } from '#server/db/transaction.ts'

/** Negative where more is owed than the limit; null without a limit. */
export const CREDIT_LEFT_PENCE =
  sql`CASE WHEN customers.credit_limit_pence IS NOT NULL THEN customers.credit_limit_pence - ${OWED_PENCE} END`.mapWith(
    (left) => (left === null ? null : Number(left)),
  )

/** Two orders at once would each find room for themselves. What is left is read after it: a statement sees what stood when it began. */
export const lockCredit = async (connection: Connection, customerId: string): Promise<void> => {
  await connection
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
    .prepare('customer_credit_lock')
    .execute()
}

export const findCreditLeft = async (connection: Connection, customerId: string): Promise<number | null> =>
  (
    await connection
      .select({ left: CREDIT_LEFT_PENCE })
      .from(customers)
      .where(eq(customers.id, customerId))
      .prepare('customer_credit_left')
      .execute()
  )[0]?.left ?? null
