import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { hasMail } from '#server/features/mail/mail-queue.repository.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { cancelOrder, returnStock } from '#server/features/orders/orders.repository.ts'
import type { CardPayments, Intent } from './card-payments.ts'
import { confirmOrder, findPayment, lockPayment, type PaymentRow, setPayment } from './payments.repository.ts'

/**
 * What follows when a payment succeeds, fails or is given up. Each may be told any number of times, in any order and by
 * several at once: the order's row is locked, and the first decides.
 */

type Settling = { database: Database; cards: CardPayments }

/**
 * The payment has succeeded: confirms the order. One that was cancelled or released before is to be refunded.
 * @returns false where the intent is not that of an order of ours
 */
export const settlePaid = (database: Database, intent: Intent, now: Date): Promise<boolean> =>
  inTransaction(database, async (connection) => {
    const found = await lockPayment(connection, intent.orderId)
    if (found === undefined || found.payment.amountPence !== intent.amountPence) return false
    const { order, payment } = found
    const intentId = intent.id
    if (payment.state === 'awaiting') {
      await setPayment(connection, order.id, { state: 'paid', paidAt: now, intentId, failure: null })
      await confirmOrder(connection, order.id, now)
      await recordOrderEvent(connection, { orderId: order.id, event: 'placed', now })
    } else if (payment.state === 'released') {
      await setPayment(connection, order.id, { state: 'refunding', paidAt: now, intentId })
      await recordOrderEvent(connection, { orderId: order.id, event: 'payment_late', now })
    }
    return true
  })

/** The last card was declined; another may follow. The person is written to once, not for each card. */
export const settleFailed = (database: Database, intent: Intent, now: Date): Promise<boolean> =>
  inTransaction(database, async (connection) => {
    const found = await lockPayment(connection, intent.orderId)
    if (found?.payment.state !== 'awaiting') return found !== undefined
    const orderId = found.order.id
    await setPayment(connection, orderId, { failure: intent.failure })
    if (!(await hasMail(connection, orderId, 'payment_declined')))
      await recordOrderEvent(connection, { orderId, event: 'payment_declined', now })
    return true
  })

/** For an order that is being cancelled, whose row is locked: what was paid goes back. */
export const givePaymentUp = async (connection: Connection, orderId: string): Promise<void> => {
  const found = await lockPayment(connection, orderId)
  if (found?.payment.state === 'awaiting') await setPayment(connection, orderId, { state: 'released' })
  if (found?.payment.state === 'paid') await setPayment(connection, orderId, { state: 'refunding' })
}

/**
 * After an order was cancelled unpaid: no other tab or device can pay for it any more. It must follow the commit, or an order
 * that stays could not be paid. A payment that came first is to be refunded.
 * @returns false while a bank is still deciding: neither paid nor closed
 * @throws Refusal `card_provider_failed`
 */
export const closeIntent = async (
  { database, cards }: Settling,
  { orderId, intentId }: Pick<PaymentRow, 'orderId' | 'intentId'>,
  now: Date,
): Promise<boolean> => {
  if (intentId === null) return true
  const intent = await cards.cancel(intentId)
  if (intent.isPaid) return await settlePaid(database, intent, now)
  if (intent.isCancelled) await setPayment(database, orderId, { closedAt: now })
  return intent.isCancelled
}

/** The same at once for an order that has just been cancelled. What cannot be done now is left to the rounds. */
export const tryToCloseIntent = async (settling: Settling, orderId: string, now: Date): Promise<void> => {
  const payment = (await findPayment(settling.database, orderId))?.payment
  if (payment?.state === 'released') await closeIntent(settling, payment, now).catch(() => {})
}

/**
 * Cancels the order of a payment that did not come in time; its stock is free again. Stripe is told first, so that nobody
 * pays any more. If it cannot be reached, or a bank is still deciding, the rounds close the intent later and refund what
 * was paid.
 */
export const releaseOverdue = async (
  { database, cards }: Settling,
  { orderId, intentId }: PaymentRow,
  now: Date,
): Promise<boolean> => {
  const intent = intentId === null ? undefined : await cards.cancel(intentId).catch(() => undefined)
  if (intent?.isPaid) return await settlePaid(database, intent, now)
  await inTransaction(database, async (connection) => {
    const found = await lockPayment(connection, orderId)
    if (found?.payment.state !== 'awaiting' || found.payment.expiresAt > now) return
    await setPayment(connection, orderId, { state: 'released', closedAt: intent?.isCancelled ? now : null })
    await cancelOrder(connection, orderId, now)
    await recordOrderEvent(connection, { orderId, event: 'payment_expired', now })
    await returnStock(connection, orderId)
  })
  return true
}

export const refund = async (
  { database, cards }: Settling,
  { orderId, intentId }: PaymentRow,
  now: Date,
): Promise<boolean> => {
  if (intentId === null) throw new Error(`The payment of ${orderId} was paid without an intent.`)
  await cards.refund({ orderId, intentId })
  await setPayment(database, orderId, { state: 'refunded', refundedAt: now })
  return true
}
