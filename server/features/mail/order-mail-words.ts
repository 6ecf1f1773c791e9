import type { TrackedOrder } from '#contract/orders.ts'
import { instantText } from '#domain/delivery-days.ts'
import { dayText, londonTimeOf } from '#domain/london-time.ts'
import type { MailWords } from '#domain/mail-words.ts'
import type { MailKind } from '#domain/order-mail.ts'
import { PAY_WITHIN_MS } from '#domain/payment.ts'

/** @param now when the event was: a mail may be read, and sent, much later */
export const wordsOf = (kind: MailKind, order: TrackedOrder, now: Date): MailWords => WORDS[kind](order, now)

const WORDS: Record<MailKind, (order: TrackedOrder, now: Date) => MailWords> = {
  confirmation: (order, now) => ({
    subject: `Order ${order.orderNo} confirmed for ${dayOf(order, now)}`,
    heading: `Your order for ${dayOf(order, now)} is confirmed`,
    paragraphs: [
      `Thank you for your order for ${order.customerName}.`,
      ...byTheOffice(order),
      ...billedByWeight(order),
      ...changeUntil(order),
    ],
    link: orderLink(order),
  }),
  changed: (order, now) => ({
    subject: `Order ${order.orderNo} changed, for ${dayOf(order, now)}`,
    heading: `Your updated order for ${dayOf(order, now)}`,
    paragraphs: [
      `Order ${order.orderNo} for ${order.customerName} has changed. This replaces the order you had before.`,
      ...byTheOffice(order),
      ...billedByWeight(order),
      ...changeUntil(order),
    ],
    link: orderLink(order),
  }),
  cancelled: (order, now) => ({
    subject: `Order ${order.orderNo} cancelled`,
    heading: `Your order for ${dayOf(order, now)} has been cancelled`,
    paragraphs: [
      `Order ${order.orderNo} for ${order.customerName} is cancelled: ${nothingComes(order)}.`,
      ...(order.payBy === 'card' && order.confirmedAt !== null
        ? [`We are refunding your card. ${REFUND_TAKES_DAYS}`]
        : []),
    ],
    link: orderLink(order),
  }),
  payment_declined: (order) => ({
    subject: `Payment declined for order ${order.orderNo}`,
    heading: 'Your card was declined',
    paragraphs: [
      `Order ${order.orderNo} for ${order.customerName} is not paid yet.`,
      `Pay by ${payBefore(order)}, with this card or another, or the order will be cancelled.`,
    ],
    link: { path: `/payments/payment-${order.id}`, label: 'Pay for this order' },
  }),
  payment_expired: (order, now) => ({
    subject: `Order ${order.orderNo} cancelled: not paid in time`,
    heading: `Your order for ${dayOf(order, now)} has been cancelled`,
    paragraphs: [
      `We did not receive a card payment for ${order.customerName}’s order ${order.orderNo} in time, so ${nothingComes(order)}.`,
      'If a payment still reaches us, we will refund it. You can order the same goods again.',
    ],
    link: orderLink(order),
  }),
  payment_late: (order) => ({
    subject: `We are refunding your payment for order ${order.orderNo}`,
    heading: 'We are refunding your card',
    paragraphs: [
      `Your payment for ${order.customerName}’s order ${order.orderNo} reached us after the order was cancelled, so ${nothingComes(order)}.`,
      `You get all of it back. ${REFUND_TAKES_DAYS}`,
    ],
    link: orderLink(order),
  }),
}

/** Where staff ordered for the customer, who did not do so themselves. */
const byTheOffice = ({ channel, placedBy }: TrackedOrder): string[] =>
  channel === 'office'
    ? [`${placedBy ?? 'Our office'} placed it for you. If it is not what you want, call us.`]
    : []

const REFUND_TAKES_DAYS = 'It can take a few working days to arrive.'

const nothingComes = ({ method }: TrackedOrder): string =>
  method === 'collection' ? 'there is nothing to collect' : 'nothing will be delivered'

const dayOf = ({ deliveryDay }: TrackedOrder, now: Date): string => dayText(deliveryDay, now)

const changeUntil = ({ cutOffAt, payBy }: TrackedOrder): string[] => {
  if (cutOffAt === null) return []
  const what = payBy === 'card' ? 'cancel it' : 'change or cancel it'
  return [`You can ${what} until ${instantText(new Date(cutOffAt))}.`]
}

const billedByWeight = ({ totals, billedPence = null }: TrackedOrder): string[] =>
  totals.estimated && billedPence === null
    ? ['Items sold by weight are estimated. We will bill them by their delivered weight.']
    : []

const payBefore = ({ placedAt }: TrackedOrder): string =>
  londonTimeOf(new Date(Date.parse(placedAt) + PAY_WITHIN_MS))

const orderLink = ({ id }: TrackedOrder) => ({ path: `/orders/history-${id}`, label: 'See this order' })
