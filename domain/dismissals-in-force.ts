import type { Dismissal } from './dismissals.ts'
import { compareCodes } from './plain-text.ts'
import { ordersOf, type PurchaseHistory } from './purchase-history.ts'

// Apart from the noun, which each page that can change something loads.

/** Those of products that have not been ordered since, the latest first: an order ends a dismissal. */
export const dismissalsInForce = (
  dismissals: readonly Dismissal[],
  history: PurchaseHistory,
): Dismissal[] => {
  const lastMs = new Map<string, number>()
  for (const { placedMs, lines } of dismissals.length === 0 ? [] : ordersOf(history))
    for (const { product_no } of lines)
      lastMs.set(product_no, Math.max(lastMs.get(product_no) ?? 0, placedMs))
  return dismissals
    .filter(({ product_no, dismissedAt }) => (lastMs.get(product_no) ?? 0) <= Date.parse(dismissedAt))
    .sort(lastDismissedFirst)
}

const lastDismissedFirst = (one: Dismissal, other: Dismissal): number =>
  compareCodes(other.dismissedAt, one.dismissedAt) || compareCodes(one.product_no, other.product_no)
