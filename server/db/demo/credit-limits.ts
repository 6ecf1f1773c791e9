import { inArray, sql } from 'drizzle-orm'
import { OWED_PENCE } from '#server/db/customers/owed.ts'
import { customers } from '#server/db/schema/customers.ts'
import type { Connection } from '#server/db/transaction.ts'

const ROOM_PENCE = 50_000_00

/** Raises each limit to what its customer's trade asks, with room that whoever tries the demo fills only on purpose. */
export const raiseCreditLimits = async (connection: Connection, customerIds: string[]): Promise<void> => {
  const { creditLimitPence } = customers
  const wanted = sql`ceil(${OWED_PENCE} * 1.5 / 10000) * 10000 + ${ROOM_PENCE}::bigint`
  await connection
    .update(customers)
    .set({
      creditLimitPence: sql`CASE WHEN ${creditLimitPence} IS NOT NULL THEN greatest(${creditLimitPence}, ${wanted}) END`,
    })
    .where(inArray(customers.id, customerIds))
}
