import type { BasketHead } from '#contract/trollies.ts'
import { type DiscountableLine, withDiscounts } from '#domain/discounts.ts'
import { type TotalledLine, type Totals, totalsOf, withDeliveryCharge } from '#domain/totals.ts'
import type { TrollyRow } from './trolly-rows.repository.ts'

/** A present line with what prices and discounts read of its product. */
export type PricedLine = DiscountableLine & TotalledLine

/** The lines with what the customer's discounts take off them. */
export const discountedLines = <Line extends PricedLine>(
  { customerId, priceListId, deliveryDay, terms }: TrollyRow,
  lines: readonly Line[],
) => withDiscounts(lines, terms.discounts, { customerId, priceListId, day: deliveryDay })

/** At today's prices, with discounts and the delivery charge. */
export const totalsOfTrolly = (trolly: TrollyRow, lines: readonly PricedLine[]): Totals =>
  withDeliveryCharge(totalsOf(discountedLines(trolly, lines)), trolly.terms)

/** Totals the present lines. */
export const headOf = (trolly: TrollyRow, lines: readonly PricedLine[]): BasketHead => {
  const { terms: _, ...head } = trolly
  return { ...head, totals: totalsOfTrolly(trolly, lines) }
}
