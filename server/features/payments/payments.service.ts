import type { Payment, payments } from '#contract/payments.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { CardPayments } from './card-payments.ts'
import { findPayment, lockPayment, type OrderPayment, setPayment } from './payments.repository.ts'
import { settlePaid, tryToCloseIntent } from './settle.ts'

/**
 * @throws Refusal `order_not_found`, also for another user's and for one without a card payment; `card_provider_failed`
 * where Stripe cannot be asked: nothing has changed then, and beginning again charges nobody twice
 */
export const paymentsService = ({
  database,
  cards,
  now,
}: {
  database: Database
  cards: CardPayments | undefined
  now: () => Date
}): Answers<typeof payments> => {
  const requirePayment = async (caller: Caller, id: string): Promise<OrderPayment> => {
    const found = await findPayment(database, id)
    const customer = found && (await findCustomer(database, caller, found.order.customerId))
    if (found === undefined || customer === undefined) throw new Refusal('order_not_found')
    return found
  }

  /**
   * Two tabs get the same intent: Stripe by its key, and the row keeps the first.
   * @returns undefined where the order was cancelled meanwhile, which could not close an intent that it did not know
   */
  const intentOf = async ({ order, payment }: OrderPayment) => {
    if (cards === undefined) throw new Refusal('cards_not_accepted')
    if (payment.intentId !== null) return await cards.find(payment.intentId)
    const intent = await cards.begin({
      id: order.id,
      orderNo: order.orderNo,
      amountPence: payment.amountPence,
    })
    const state = await inTransaction(database, async (connection) => {
      const current = await lockPayment(connection, order.id)
      if (current?.payment.intentId === null) await setPayment(connection, order.id, { intentId: intent.id })
      return current?.payment.state
    })
    if (state !== 'released') return intent
    await tryToCloseIntent({ database, cards }, order.id, now())
    return undefined
  }

  return {
    get: async ({ user, params }) => toPayment(await requirePayment(user, params.id)),

    begin: async ({ user, params }) => {
      const found = await requirePayment(user, params.id)
      if (found.payment.state !== 'awaiting' || found.payment.expiresAt <= now())
        return { payment: toPayment(found), clientSecret: null }
      const intent = await intentOf(found)
      if (intent && !intent.isPaid) return { payment: toPayment(found), clientSecret: intent.clientSecret }
      // Its webhook is late or lost.
      if (intent) await settlePaid(database, intent, now())
      return { payment: toPayment(await requirePayment(user, params.id)), clientSecret: null }
    },
  }
}

const toPayment = ({ order, payment }: OrderPayment): Payment => ({
  id: order.id,
  orderNo: String(order.orderNo),
  basketId: order.basketId,
  customerId: order.customerId,
  deliveryDay: order.deliveryDay,
  amountPence: payment.amountPence,
  state: payment.state,
  expiresAt: payment.expiresAt.toISOString(),
  failure: payment.state === 'awaiting' ? payment.failure : null,
})
