import { v7 as uuidv7 } from 'uuid'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Basket, CheckoutBody, Order, trollies } from '#contract/trollies.ts'
import type { CheckedLine } from '#domain/checks/check.ts'
import { failedChecks, joinedMessages, runChecks } from '#domain/checks/run-checks.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { type TermsChange, termsOf } from '#domain/line-terms.ts'
import { keyMadeAt } from '#domain/outbox/key-time.ts'
import { payWaysOf } from '#domain/payment.ts'
import { brokenAgreement, isSameTerms, isWhole } from '#domain/substitution.ts'
import { discountedPence } from '#domain/totals.ts'
import { type DeliveryChoice, deliveryChoiceOf } from '#domain/trolly.ts'
import { type Connection, inOnePacket } from '#server/db/transaction.ts'
import { findCreditLeft, lockCredit } from '#server/features/customers/credit.repository.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { takeBack } from '#server/features/orders/take-back.ts'
import { insertPayment } from '#server/features/payments/payments.repository.ts'
import { basketOf } from '#server/features/trollies/trollies.service.ts'
import { discountedLines } from '#server/features/trollies/trolly-head.ts'
import type { TrollyCall } from '#server/features/trollies/trolly-mutation.ts'
import {
  type ReadLine,
  readLines,
  readSubstitutes,
  type TrollyRow,
} from '#server/features/trollies/trolly-rows.repository.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { deliveryToCheck } from './checked-delivery.ts'
import { placeOrder } from './orders.repository.ts'
import { lockStock } from './stock.repository.ts'

export type CheckoutService = {
  /**
   * Orders an open, locked trolly if it matches what the person saw, passes the checks and has stock; otherwise changes
   * nothing.
   * One that replaces an order takes that back in the same transaction.
   * @throws Refusal `order_closed` where that cannot be replaced any more; `changed` with the current trolly; `checks_failed` with all results; `cards_not_accepted`
   */
  checkout: (call: TrollyCall<typeof trollies.checkout>) => Promise<Order>
}

/** @param cardOffered whether cards are accepted */
export const checkoutService = ({ cardOffered }: { cardOffered: boolean }): CheckoutService => ({
  checkout: async ({ connection, trolly, body, user, key, now, atCommit }) => {
    // In one round trip: a checkout is mostly waiting for them.
    const [lines, found] = await inOnePacket(connection, () =>
      Promise.all([readLines(connection, trolly), findCustomer(connection, user, trolly.customerId)]),
    )
    const seen = lines.filter(isPresent)
    const substitutes = await readSubstitutes(connection, trolly, seen)
    const basket = basketOf(trolly, lines, substitutes)
    // The person has to look again at a substitute that is not what they agreed to.
    const broken = brokenLines(basket)
    if (!isAsSeen(basket, body) || (saysTerms(body) && broken.size > 0))
      throw new Refusal('changed', { fields: { basket } })

    if (found === undefined) throw new Refusal('trolly_not_found')
    // Before stock, as locks in two orders would deadlock.
    const { address, cutOffAt, ...checked } = await deliveryToCheck(connection, trolly, found, now)
    const { replacesOrderId } = trolly
    const { totalPence } = basket.totals
    // An order on account stays so when it is changed.
    const ways = payWaysOf(found.customer, { cardOffered: cardOffered && !replacesOrderId, totalPence })
    const payBy = body.payBy ?? ways[0]
    if (!ways.includes(payBy)) throw new Refusal('cards_not_accepted')
    const hasLimit = payBy === 'account' && found.customer.creditLeftPence !== null
    // Before the stock of an order that is taken back, for the same reason.
    if (hasLimit) await lockCredit(connection, trolly.customerId)
    const replaced = replacesOrderId
      ? await takeBack(connection, replacesOrderId, {
          product_nos: lines.map(({ product_no }) => product_no),
          now,
        })
      : undefined
    const [leftPence, present] = await inOnePacket(connection, () =>
      Promise.all([
        // The order that this one replaces no longer counts.
        hasLimit ? findCreditLeft(connection, trolly.customerId) : null,
        withStock(connection, discountedLines(trolly, seen)),
      ]),
    )
    const results = runChecks({
      customer: found.customer,
      canPlaceOrders: user.canPlaceOrders,
      deliveryDay: trolly.deliveryDay,
      ...checked,
      credit: leftPence === null ? undefined : { leftPence, orderPence: totalPence },
      now,
      lines: present,
      stockIsExact: true,
      confirmations: { ...NOT_CONFIRMED, ...body.confirmations },
    })
    if (failedChecks(results).length > 0) {
      throw new Refusal('checks_failed', {
        message: joinedMessages(results),
        fields: { validation_checks: results },
      })
    }

    const { id: basketId, customerId, poNumber, instructions } = trolly
    const order = await placeOrder(connection, {
      ...replaced,
      id: uuidv7(),
      basketId,
      customerId,
      placedBy: user.userId,
      placedAt: now,
      ...requireDay(trolly, cutOffAt),
      poNumber,
      instructions,
      payBy,
      ...deliveryChoiceOf(trolly),
      address,
      lines: present.map((line) => ({ ...orderLineOf(line), ...termsOrdered(seen, line, broken) })),
      totals: basket.totals,
    })
    const orderId = order.id
    if (payBy === 'card') await insertPayment(connection, { orderId, amountPence: totalPence, now })
    // One by card is confirmed by its payment.
    else {
      const event = replaced ? 'changed' : 'placed'
      const by = user.isStaff ? 'office' : 'customer'
      atCommit(() => recordOrderEvent(connection, { orderId, event, now, by, waited: hasWaited(key, now) }))
    }
    return order
  },
})

/** By the device's clock, so a few minutes prove nothing. */
const WAITED_MS = 5 * MINUTE_MS

const hasWaited = (key: string | undefined, now: Date): boolean => {
  const madeAt = keyMadeAt(key ?? '')
  return madeAt !== undefined && now.getTime() - madeAt.getTime() > WAITED_MS
}

const isPresent = ({ removed }: ReadLine): boolean => !removed

const NOT_CONFIRMED = { ageRestricted: false, catchWeight: false }

type Seen = BodyOf<typeof trollies.checkout>

/** Compares what was sent of day, lines with quantity and price, delivery with its charge, and total. */
const isAsSeen = (basket: Basket, seen: Seen): boolean =>
  isSaid(seen.deliveryDay, basket.deliveryDay) &&
  isSaid(seen.totalPence, basket.totals.totalPence) &&
  isSameDelivery(basket, seen) &&
  (seen.lines === undefined || hasLines(basket, seen.lines))

const hasLines = ({ items }: Basket, lines: CheckoutBody['lines']): boolean => {
  const present = items.filter(({ removed }) => !removed)
  const seenLines = new Map(lines.map((line) => [line.product_no, line]))
  return (
    present.length === lines.length &&
    present.every(({ product_no, quantity, product, note, substitution }) => {
      const line = seenLines.get(product_no)
      return (
        line?.quantity === quantity &&
        line.unitPricePence === (product?.pricePence ?? null) &&
        areTermsSaid(line, { note, substitution })
      )
    })
  )
}

/** Older devices say nothing of them. */
const areTermsSaid = (said: CheckoutBody['lines'][number], terms: TermsChange): boolean =>
  (said.note === undefined && said.substitution === undefined) ||
  ((!said.substitution || isWhole(said.substitution)) && isSameTerms(termsOf(said), termsOf(terms)))

/** A device that says nothing of them cannot mend one either. Its order leaves out what no longer holds. */
const saysTerms = ({ lines }: Seen): boolean =>
  lines?.some(({ note, substitution }) => note !== undefined || substitution !== undefined) ?? false

/** The lines whose agreed substitute can no longer come. */
const brokenLines = ({ items, substitutes = [] }: Basket): ReadonlySet<string> => {
  const products = new Map(substitutes.map(({ product_no, product }) => [product_no, product]))
  return new Set(
    items.flatMap(({ product_no, removed, substitution, product }) =>
      removed ||
      substitution?.kind !== 'take' ||
      // A line whose product is no longer sold fails the checks.
      product === null ||
      !brokenAgreement(substitution, product, products.get(substitution.product_no) ?? null)
        ? []
        : [product_no],
    ),
  )
}

const isSaid = <Value>(said: Value | undefined, value: Value): boolean => said === undefined || said === value

/** Older devices say nothing of it: the total then shows what they saw of a charge. */
const isSameDelivery = (basket: Basket, seen: Seen): boolean =>
  isSaid(seen.deliveryChargePence, basket.totals.deliveryChargePence ?? 0) &&
  Object.entries(deliveryChoiceOf(basket)).every(([name, value]) =>
    isSaid(seen[name as keyof DeliveryChoice], value),
  )

/** Replaces the stock told to devices with the exact, locked stock. */
async function withStock(
  connection: Connection,
  lines: (ReadLine & Pick<CheckedLine, 'discount'>)[],
): Promise<CheckedLine[]> {
  const sold = lines.flatMap(({ product_no, product }) => (product === null ? [] : [product_no]))
  const stock = await lockStock(connection, sold)
  return lines.map(({ product_no, quantity, discount, product }) => ({
    product_no,
    quantity,
    discount,
    product: product && { ...product, stockQuantity: stock.get(product_no) ?? 0 },
  }))
}

function requireDay({ deliveryDay }: TrollyRow, cutOffAt: string | undefined) {
  if (deliveryDay === null || cutOffAt === undefined) {
    throw new Error('The checks passed a trolly without a day that is offered.')
  }
  return { deliveryDay, cutOffAt: new Date(cutOffAt) }
}

const termsOrdered = (
  lines: readonly ReadLine[],
  { product_no }: CheckedLine,
  broken: ReadonlySet<string>,
) => {
  const { note = '', substitution = null } = lines.find((line) => line.product_no === product_no) ?? {}
  return { note, substitution: broken.has(product_no) ? null : substitution }
}

function orderLineOf({ product_no, quantity, product, discount }: CheckedLine): Order['lines'][number] {
  const netPence = discountedPence({ quantity, product, discount })
  if (product === null || product.pricePence === null || netPence === null) {
    throw new Error(`The checks passed ${product_no}, which has no price.`)
  }
  const { name, pack, pricePence, vatBasisPoints, catchWeight } = product
  return {
    product_no,
    name,
    pack,
    quantity,
    unitPricePence: pricePence,
    vatBasisPoints,
    netPence,
    discounts: discount?.shares ?? null,
    catchWeight,
  }
}
