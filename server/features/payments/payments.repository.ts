import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { PAY_WITHIN_MS } from '#domain/payment.ts'
import type { Database } from '#server/db/database.ts'
import { orders } from '#server/db/schema/orders.ts'
import { payments } from '#server/db/schema/payments.ts'
import type { Connection } from '#server/db/transaction.ts'

type Executor = Database | Connection
export type PaymentRow = typeof payments.$inferSelect
export type OrderRow = Pick<
  typeof orders.$inferSelect,
  'id' | 'orderNo' | 'basketId' | 'customerId' | 'deliveryDay' | 'cancelledAt'
>
export type OrderPayment = { order: OrderRow; payment: PaymentRow }

const { id, orderNo, basketId, customerId, deliveryDay, cancelledAt } = orders
const ORDER = { id, orderNo, basketId, customerId, deliveryDay, cancelledAt }

/** With its order, which has just been written. */
export const insertPayment = async (
  connection: Connection,
  { orderId, amountPence, now }: { orderId: string; amountPence: number; now: Date },
): Promise<void> => {
  const expiresAt = new Date(now.getTime() + PAY_WITHIN_MS)
  await connection.insert(payments).values({ orderId, amountPence, expiresAt })
}

export const findPayment = async (executor: Executor, orderId: string): Promise<OrderPayment | undefined> =>
  (
    await executor
      .select({ order: ORDER, payment: payments })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.orderId, orderId))
  )[0]

/** Until the transaction ends, nobody else cancels, changes or pays for the order. */
export const lockPayment = async (
  connection: Connection,
  orderId: string | undefined,
): Promise<OrderPayment | undefined> => {
  if (orderId === undefined) return undefined
  await connection.select({ id }).from(orders).where(eq(orders.id, orderId)).for('update')
  return await findPayment(connection, orderId)
}

/** In another state, the rounds' failures of the last one no longer count. */
export const setPayment = async (
  executor: Executor,
  orderId: string,
  fields: Partial<PaymentRow>,
): Promise<void> => {
  const attempts = fields.state === undefined ? {} : { failures: 0, nextAttemptAt: null }
  await executor
    .update(payments)
    .set({ ...attempts, ...fields })
    .where(eq(payments.orderId, orderId))
}

export const confirmOrder = async (connection: Connection, orderId: string, at: Date): Promise<void> => {
  await connection.update(orders).set({ confirmedAt: at }).where(eq(orders.id, orderId))
}

/**
 * Payments that the rounds have to look after: overdue ones, those to refund, and released ones whose intent may still be
 * paid. One that failed waits for its next attempt, so that it holds no other back.
 * @param longestWaitMs a later attempt was written before the clock was put back, and is due
 */
export const findUnsettled = (
  executor: Executor,
  { at, longestWaitMs, limit }: { at: Date; longestWaitMs: number; limit: number },
): Promise<PaymentRow[]> =>
  executor
    .select()
    .from(payments)
    .where(
      and(
        or(
          and(eq(payments.state, 'awaiting'), lte(payments.expiresAt, at)),
          eq(payments.state, 'refunding'),
          and(eq(payments.state, 'released'), isNull(payments.closedAt), isNotNull(payments.intentId)),
        ),
        or(
          isNull(payments.nextAttemptAt),
          lte(payments.nextAttemptAt, at),
          gt(payments.nextAttemptAt, new Date(at.getTime() + longestWaitMs)),
        ),
      ),
    )
    .orderBy(sql`${payments.nextAttemptAt} NULLS FIRST`, asc(payments.expiresAt))
    .limit(limit)
