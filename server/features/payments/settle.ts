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
 * that stays could not be paid. Should Stripe not be reached, or the payment be under way, a late success is refunded.
 */
export const closeIntent = async (
  { database, cards }: { database: Database; cards: CardPayments },
  orderId: string,
  now: Date,
): Promise<void> => {
  const payment = (await findPayment(database, orderId))?.payment
  if (payment?.state !== 'released' || payment.intentId === null) return
  const intent = await cards.cancel(payment.intentId).catch(() => undefined)
  if (intent?.isPaid) await settlePaid(database, intent, now)
}

/**
 * Cancels the order of a payment that did not come in time; its stock is free again. Stripe is told first, so that nobody
 * pays any more. Should it not be reached, or the payment be under way, a late success is refunded.
 */
export const releaseOverdue = async (
  { database, cards }: { database: Database; cards: CardPayments },
  { orderId, intentId }: PaymentRow,
  now: Date,
): Promise<void> => {
  const intent = intentId === null ? undefined : await cards.cancel(intentId).catch(() => undefined)
  if (intent?.isPaid) {
    await settlePaid(database, intent, now)
    return
  }
  await inTransaction(database, async (connection) => {
    const found = await lockPayment(connection, orderId)
    if (found?.payment.state !== 'awaiting' || found.payment.expiresAt > now) return
    await setPayment(connection, orderId, { state: 'released' })
    await cancelOrder(connection, orderId, now)
    await recordOrderEvent(connection, { orderId, event: 'payment_expired', now })
    await returnStock(connection, orderId)
  })
}

export const refund = async (
  { database, cards }: { database: Database; cards: CardPayments },
  { orderId, intentId }: PaymentRow,
  now: Date,
): Promise<void> => {
  if (intentId === null) throw new Error(`The payment of ${orderId} was paid without an intent.`)
  await cards.refund({ orderId, intentId })
  await setPayment(database, orderId, { state: 'refunded', refundedAt: now })
}
