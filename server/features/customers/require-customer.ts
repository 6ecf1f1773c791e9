import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type CustomerViewer, type FoundCustomer, findCustomer } from './visible-customers.repository.ts'

/** @throws Refusal `customer_not_found`, also for another user's */
export const requireCustomer = async (
  executor: Database | Connection,
  viewer: CustomerViewer,
  id: string,
): Promise<FoundCustomer> => {
  const found = await findCustomer(executor, viewer, id)
  if (found === undefined) throw new Refusal('customer_not_found')
  return found
}
