import type { Product } from './product.ts'
import { ordersOf, type PurchaseHistory } from './purchase-history.ts'
import { usualQuantity } from './usual-order.ts'

/** A line with at least ten times what the customer usually orders: a slip of a finger, or cases for single items. */
export type OddQuantity = {
  product_no: string
  quantity: number
  /** What it usually is: of the same product, or of the single item that is ordered instead of a case. */
  usual: { product_no: string; quantity: number }
}

const TIMES_THE_USUAL = 10
/** With fewer orders nothing is usual. */
const ORDERS_LEAST = 3
const ORDERS_ASKED = 8

/** Quantities by product, the oldest first. */
export type OrderedQuantities = ReadonlyMap<string, readonly number[]>

export const orderedQuantitiesOf = (history: PurchaseHistory): OrderedQuantities => {
  const all = new Map<string, number[]>()
  for (const { lines } of ordersOf(history))
    for (const { product_no, quantity } of lines) {
      const known = all.get(product_no)
      if (known) known.push(quantity)
      else all.set(product_no, [quantity])
    }
  return all
}

/** @param products of the lines; one that is unknown here is compared with its own past alone */
export const oddQuantities = (
  ordered: OrderedQuantities,
  lines: readonly { product_no: string; quantity: number }[],
  products: ReadonlyMap<string, Pick<Product, 'unitCount' | 'otherUnitProductNo'>>,
): OddQuantity[] =>
  lines.flatMap(({ product_no, quantity }) => {
    const { unitCount = 1, otherUnitProductNo = null } = products.get(product_no) ?? {}
    const own = ordered.get(product_no) ?? []
    const single = otherUnitProductNo === null ? [] : (ordered.get(otherUnitProductNo) ?? [])
    const odd = (of: string, before: readonly number[], units: number): OddQuantity[] =>
      before.length >= ORDERS_LEAST && isOdd(units, before)
        ? [{ product_no, quantity, usual: { product_no: of, quantity: usualOf(before) } }]
        : []
    if (own.length > 0 || otherUnitProductNo === null) return odd(product_no, own, quantity)
    // Six cases of 24 by somebody who has only ever ordered six single ones.
    return unitCount > 1 ? odd(otherUnitProductNo, single, quantity * unitCount) : []
  })

/** What was ordered before, such as for a party, is not asked about again. */
const isOdd = (quantity: number, before: readonly number[]): boolean =>
  quantity >= TIMES_THE_USUAL * usualOf(before) && quantity > Math.max(...before)

const usualOf = (before: readonly number[]): number => usualQuantity(before.slice(-ORDERS_ASKED))
