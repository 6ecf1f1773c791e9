import { minimumOrderOf } from '#domain/chosen-delivery.ts'
import type { LineDiscount } from '#domain/discounts.ts'
import { moneyText } from '#domain/money.ts'
import { discountedPence, progressTo, totalsOf } from '#domain/totals.ts'
import type { CheckedLine, CheckInput, CheckResult, Repair } from './check.ts'
import { failed, passed } from './check-result.ts'

/** Checks of the whole order. Values exclude VAT; lines without a price add nothing. */

export const hasItemsCheck = ({ lines }: CheckInput): CheckResult =>
  lines.length > 0 ? passed() : failed('The trolly is empty', { kind: 'add_items' })

export const minimumValueCheck = ({ customer, lines, delivery }: CheckInput): CheckResult => {
  const progress = progressTo(minimumOrderOf(customer, delivery), totalsOf(lines).netPence)
  if (progress === null || progress.missingPence === 0) return passed()
  const { missingPence, targetPence } = progress
  return failed(`${moneyText(missingPence)} more to reach the minimum order of ${moneyText(targetPence)}`, {
    kind: 'add_items',
    missingPence,
  })
}

export const maximumValueCheck = ({ customer, lines }: CheckInput): CheckResult => {
  const { maximumOrderPence } = customer
  const { netPence } = totalsOf(lines)
  if (maximumOrderPence === null || netPence <= maximumOrderPence) return passed()
  return failed(
    `${moneyText(netPence - maximumOrderPence)} over the maximum order of ${moneyText(maximumOrderPence)}`,
    ...lessOfTheDearest(lines, netPence - maximumOrderPence),
    { kind: 'ask_office' },
  )
}

export const mandatoryCategoryCheck = ({ customer, lines }: CheckInput): CheckResult => {
  const category = customer.mandatoryCategory
  if (category === null || category === '') return passed()
  const holds = lines.some(
    ({ product }) =>
      product !== null && [product.department, product.group, product.category].includes(category),
  )
  return holds
    ? passed()
    : failed(`Your order must include something from ${category}`, { kind: 'add_from_category', category })
}

const lessOfTheDearest = (lines: CheckedLine[], overPence: number): Repair[] => {
  const netPence = (line: CheckedLine, quantity: number) =>
    discountedPence({ ...line, quantity, discount: shareOf(line, quantity) }) ?? 0
  const dearest = lines.reduce<CheckedLine | undefined>(
    (most, line) => (most && netPence(most, most.quantity) >= netPence(line, line.quantity) ? most : line),
    undefined,
  )
  if (!dearest) return []
  const { product_no } = dearest
  const affordablePence = netPence(dearest, dearest.quantity) - overPence
  // Bisects, since a catch-weight price is rounded per line and cannot be divided back.
  let [fits, over] = [0, dearest.quantity]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (netPence(dearest, middle) <= affordablePence) fits = middle
    else over = middle
  }
  return fits === 0
    ? [{ kind: 'remove_line', product_no }]
    : [{ kind: 'set_quantity', product_no, quantity: fits }]
}

/** A smaller quantity keeps its part of the discount: what it would be exactly depends on the other lines. */
const shareOf = ({ discount, quantity: whole }: CheckedLine, quantity: number): LineDiscount | undefined =>
  discount && { ...discount, discountPence: Math.floor((discount.discountPence * quantity) / whole) }
