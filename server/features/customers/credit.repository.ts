import { eq, sql } from 'drizzle-orm'
import { OWED_PENCE } from '#server/db/customers/owed.ts'
import { customers } from '#server/db/schema/customers.ts'
import { prepared } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

/** Negative where more is owed than the limit; null without a limit. */
export const CREDIT_LEFT_PENCE =
  sql`CASE WHEN customers.credit_limit_pence IS NOT NULL THEN customers.credit_limit_pence - ${OWED_PENCE} END`.mapWith(
    (left) => (left === null ? null : Number(left)),
  )

const lock = prepared('customer_credit_lock', (executor) =>
  executor
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('customerId')))
    .for('no key update'),
)

/** Two orders at once would each find room for themselves. What is left is read after it: a statement sees what stood when it began. */
export const lockCredit = async (connection: Connection, customerId: string): Promise<void> => {
  await lock(connection, { customerId })
}

const left = prepared('customer_credit_left', (executor) =>
  executor
    .select({ left: CREDIT_LEFT_PENCE })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('customerId'))),
)

export const findCreditLeft = async (connection: Connection, customerId: string): Promise<number | null> =>
  (await left(connection, { customerId }))[0]?.left ?? null
