import { randomInt } from 'node:crypto'
import { and, eq, exists, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/durations.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { customerUsers } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

/**
 * Accounts that people opened themselves belong to a person, so their name and address go with the last user who is erased.
 * Orders and invoices stay for the books, with their numbers, goods and amounts (docs/decisions/0035).
 */

/** The office's own system gives no number that begins with W. */
export const newOnlineAccountNo = (): string => `W${randomInt(10_000_000, 100_000_000)}`

const IS_ONLINE = and(eq(customers.accountKind, 'cash'), sql`${customers.id} ~ '^W[0-9]{8}$'`)

/** Before the user's links to them are deleted, so that of two who leave at once one is the last. */
export const lockOnlineAccounts = async (connection: Connection, userId: string): Promise<string[]> => {
  const own = connection
    .select({ id: customerUsers.customerId })
    .from(customerUsers)
    .where(eq(customerUsers.userId, userId))
  const locked = await connection
    .select({ id: customers.id })
    .from(customers)
    .where(and(IS_ONLINE, inArray(customers.id, own)))
    .orderBy(customers.id)
    .for('update')
  return locked.map(({ id }) => id)
}

/** Closes those that have no user any more, and empties those whose orders have all ended. */
export const closeLeftAccounts = async (
  connection: Connection,
  ids: readonly string[],
  now: Date,
): Promise<void> => {
  if (ids.length === 0) return
  const users = connection
    .select({ id: customerUsers.userId })
    .from(customerUsers)
    .where(eq(customerUsers.customerId, customers.id))
  await connection
    .update(customers)
    .set({ leftAt: now, onStop: true })
    .where(and(inArray(customers.id, [...ids]), not(exists(users))))
  await emptyLeftAccounts(connection, now)
}

/** A driver still needs the address of an order that is on its way. Some are never reported as delivered. */
const ORDERS_END_DAYS = 30

/** Again and again, until the last order of a closed account has ended. */
export const emptyLeftAccounts = async (connection: Connection, now = new Date()): Promise<void> => {
  const underWay = connection
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customers.id),
        isNull(orders.deliveredAt),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
        gt(orders.deliveryDay, londonDayOf(new Date(now.getTime() - ORDERS_END_DAYS * DAY_MS))),
      ),
    )
  const left = await connection
    .select({ id: customers.id, email: customers.contactEmail })
    .from(customers)
    .where(and(isNotNull(customers.leftAt), ne(customers.name, CLOSED), not(exists(underWay))))
    .for('update')
  for (const { id, email } of left) await empty(connection, id, email)
}

const CLOSED = 'Closed account'

const empty = async (connection: Connection, id: string, email: string): Promise<void> => {
  const nowhere = { addressLines: [], town: '', postcode: '' }
  await connection
    .update(customers)
    .set({ ...nowhere, name: CLOSED, contactEmail: '', contactPhone: '', peppolId: '' })
    .where(eq(customers.id, id))
  await connection
    .update(deliveryAddresses)
    .set({
      ...nowhere,
      name: CLOSED,
      contactName: '',
      contactPhone: '',
      accessNotes: '',
      isDefault: false,
      deleted: true,
    })
    .where(eq(deliveryAddresses.customerId, id))
  await connection
    .update(orders)
    .set({ address: null, poNumber: '', instructions: '' })
    .where(eq(orders.customerId, id))
  await connection.update(baskets).set({ poNumber: '', instructions: '' }).where(eq(baskets.customerId, id))
  const theirOrders = connection.select({ id: orders.id }).from(orders).where(eq(orders.customerId, id))
  await connection
    .delete(mailQueue)
    .where(
      or(
        inArray(mailQueue.orderId, theirOrders),
        email === '' ? undefined : eq(sql`lower(${mailQueue.recipient})`, email.toLowerCase()),
      ),
    )
}
