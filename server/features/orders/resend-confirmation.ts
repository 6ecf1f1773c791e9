import { RESEND_AFTER_MS } from '#domain/order-mail.ts'
import type { Connection } from '#server/db/transaction.ts'
import { findEmail, insertMail, lastConfirmedAt } from '#server/features/mail/mail-queue.repository.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { OrderRow } from './orders.repository.ts'

/**
 * To the caller; where staff ask, to whom the first went. Requires the order's lock.
 * @returns the address
 * @throws Refusal `order_not_confirmed`, `confirmation_just_sent`
 */
export const resendConfirmation = async (
  connection: Connection,
  { user, order, now }: { user: Caller; order: OrderRow; now: Date },
): Promise<string> => {
  const { id, confirmedAt, cancelledAt, replacedAt } = order
  if (confirmedAt === null || cancelledAt !== null || replacedAt !== null)
    throw new Refusal('order_not_confirmed')
  const last = await lastConfirmedAt(connection, id)
  const waitMs = last === undefined ? 0 : last.getTime() + RESEND_AFTER_MS - now.getTime()
  if (waitMs > 0) throw new Refusal('confirmation_just_sent', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const own = await findEmail(connection, user.userId)
  const mail = { orderId: id, kind: 'confirmation', now } as const
  if (!user.isStaff) return (await insertMail(connection, { ...mail, to: own })).recipient
  return (await insertMail(connection, { ...mail, otherwise: own })).recipient
}
