import type { TrackedOrder } from '#contract/orders.ts'
import type { Database } from '#server/db/database.ts'
import { NO_USER } from '#server/features/customers/visible-customers.repository.ts'
import { findTrackedOrder } from '#server/features/orders/tracked-orders.repository.ts'
import type { QueuedMail } from './mail-queue.repository.ts'

/** Undefined where the mail is no longer true: another card has paid, or the payment was given up. */
export const findMailedOrder = async (
  database: Database,
  { kind, orderId }: Pick<QueuedMail, 'kind' | 'orderId'>,
): Promise<TrackedOrder | undefined> => {
  const order = await findTrackedOrder(database, NO_USER, orderId)
  return kind === 'payment_declined' && order?.status !== 'awaiting_payment' ? undefined : order
}
