import type { BasketReview, CheckoutBody, Order } from '#contract/baskets.ts'
import type { Entry } from '#tests/support/sim/journal.ts'
import type { TrolliesLedger } from './ledger.ts'
import type { SeenLine } from './ledger-entries.ts'
import type { TrolliesOnServer } from './on-server.ts'

type Parts = { ledger: TrolliesLedger; journal: readonly Entry[]; server: TrolliesOnServer }

/** One order a trolly, of exactly what its author saw: products, quantities and prices. */
export const ordersWrong = ({ ledger, journal, server }: Parts): string[] =>
  server.orders.flatMap((order) => {
    const placed = journal.filter(
      ({ status, reply }) =>
        status === 200 && 'orderNo' in reply && (reply as unknown as Order).basketId === order.basketId,
    )
    const [only] = placed
    if (!only || placed.length > 1) return [`${order.basketId} has ${placed.length} checkouts that succeeded`]
    const seen = asText(ledger.ordersSeen.get(only.key) ?? [])
    return seen === asText(order.lines)
      ? []
      : [`${order.basketId}: ${seen} was seen and ${asText(order.lines)} ordered`]
  })

/** A review is asked for only where something differs from what was seen. */
export const falseReviews = ({ journal }: Pick<Parts, 'journal'>): string[] =>
  journal.flatMap(({ key, status, reply, request }) => {
    if (status !== 409 || !('basket' in reply) || !request.path.includes('/checkout')) return []
    const { basket } = reply as unknown as BasketReview
    const seen = JSON.parse(request.body) as CheckoutBody
    const stands = basket.items
      .filter(({ removed }) => !removed)
      .map(({ product_no, quantity, product }) => ({
        product_no,
        quantity,
        unitPricePence: product?.pricePence ?? null,
      }))
    const isSame = asText(stands) === asText(seen.lines) && basket.deliveryDay === seen.deliveryDay
    return isSame ? [`${key} was refused, though the trolly is as it was seen`] : []
  })

const asText = (lines: readonly SeenLine[]): string =>
  lines
    .map(({ product_no, quantity, unitPricePence }) => `${product_no} ${quantity} at ${unitPricePence}`)
    .sort()
    .join(', ')
