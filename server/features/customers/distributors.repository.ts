import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { customerUsers } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { CustomerViewer } from './visible-customers.repository.ts'

/** The distributors of the user's own customers. undefined, which restricts nothing, for staff. */
export const findOwnDistributors = async (
  executor: Database | Connection,
  { userId, isStaff }: CustomerViewer,
): Promise<string[] | undefined> => {
  if (isStaff) return undefined
  const rows = await executor
    .selectDistinct({ distributorNo: customers.distributorNo })
    .from(customers)
    .innerJoin(customerUsers, eq(customerUsers.customerId, customers.id))
    .where(and(eq(customerUsers.userId, userId), isNotNull(customers.distributorNo)))
  return rows.flatMap(({ distributorNo }) => distributorNo ?? [])
}

/** Whether an account belongs to it. */
export const isDistributor = async (
  executor: Database | Connection,
  distributorNo: string,
): Promise<boolean> => {
  const rows = await executor
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.distributorNo, distributorNo))
    .limit(1)
  return rows.length > 0
}
