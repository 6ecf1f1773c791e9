import type { BasketReview, CheckoutBody, Order } from '#contract/trollies.ts'
import { type DeliveryChoice, deliveryChoiceOf } from '#domain/trolly.ts'
import type { Entry } from '#tests/support/sim/journal.ts'
import type { TrolliesLedger } from './ledger.ts'
import type { SeenOrder } from './ledger-entries.ts'
import type { TrolliesOnServer } from './on-server.ts'

type Parts = { ledger: TrolliesLedger; journal: readonly Entry[]; server: TrolliesOnServer }

/** One order per trolly, of exactly what its author saw: products, quantities, prices, delivery, charge and total. */
export const ordersWrong = ({ ledger, journal, server }: Parts): string[] =>
  server.orders.flatMap((order) => {
    const placed = journal.filter(
      ({ status, reply }) =>
        status === 200 && 'orderNo' in reply && (reply as unknown as Order).basketId === order.basketId,
    )
    const [only] = placed
    if (!only || placed.length > 1) return [`${order.basketId} has ${placed.length} checkouts that succeeded`]
    const seen = ledger.ordersSeen.get(only.key)
    if (seen === undefined) return [`${order.basketId} was ordered by nobody`]
    return asText(seen) === asText(order)
      ? []
      : [`${order.basketId}: ${asText(seen)} was seen and ${asText(order)} ordered`]
  })

/** A review is requested only if something differs from what was seen. */
export const falseReviews = ({ journal }: Pick<Parts, 'journal'>): string[] =>
  journal.flatMap(({ key, status, reply, request }) => {
    if (status !== 409 || !('basket' in reply) || !request.path.includes('/checkout')) return []
    const { basket } = reply as unknown as BasketReview
    const seen = JSON.parse(request.body) as CheckoutBody
    const stands = {
      ...basket,
      ...basket.totals,
      lines: basket.items
        .filter(({ removed }) => !removed)
        .map(({ product_no, quantity, product }) => ({
          product_no,
          quantity,
          unitPricePence: product?.pricePence ?? null,
        })),
    }
    return asText(stands) === asText(seen)
      ? [`${key} was refused, though the trolly is as it was seen: ${asText(seen)}`]
      : []
  })

const asText = (order: SeenOrder): string => {
  const { deliveryDay, lines, totalPence, deliveryChargePence = 0 } = order
  const goods = lines
    .map(({ product_no, quantity, unitPricePence }) => `${product_no} ${quantity} at ${unitPricePence}`)
    .sort()
    .join(', ')
  return `${goods}, ${choiceText(order)} on ${deliveryDay} for ${deliveryChargePence}, ${totalPence} in all`
}

export const choiceText = (choice: DeliveryChoice): string =>
  Object.values(deliveryChoiceOf(choice)).filter(Boolean).join(' ')
