import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
  type FoundCustomer,
  findCustomer,
} from './visible-customers.repository.ts'

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

/**
 * The account of a call that names none: the user's only one, else the account of the open trolly that they
 * created which changed last, else that of their last order.
 */
export const findCurrentCustomerId = async (
  executor: Database | Connection,
  viewer: CustomerViewer,
): Promise<string | undefined> => {
  const visible = await executor
    .select({ id: customers.id })
    .from(customers)
    .where(customerVisibleTo(executor, viewer, customers.id))
    .limit(2)
  if (visible.length < 2) return visible[0]?.id
  const { userId } = viewer
  const [trolly] = await executor
    .select({ id: baskets.customerId })
    .from(baskets)
    .where(
      and(
        eq(baskets.createdBy, userId),
        eq(baskets.state, 'open'),
        customerVisibleTo(executor, viewer, baskets.customerId),
      ),
    )
    .orderBy(desc(baskets.updatedAt))
    .limit(1)
  if (trolly !== undefined) return trolly.id
  const [order] = await executor
    .select({ id: orders.customerId })
    .from(orders)
    .where(and(eq(orders.placedBy, userId), customerVisibleTo(executor, viewer, orders.customerId)))
    .orderBy(desc(orders.placedAt))
    .limit(1)
  return order?.id
}

/** @throws Refusal `customer_required` */
export const requireCurrentCustomerId = async (
  executor: Database | Connection,
  viewer: CustomerViewer,
): Promise<string> => {
  const id = await findCurrentCustomerId(executor, viewer)
  if (id === undefined) throw new Refusal('customer_required')
  return id
}
