import type { OrderRow } from '#contract/distributor-orders.ts'
import type { CustomerCode, OrderedLine, ProductCode } from './distributor-orders.repository.ts'
import type { ReadOrders } from './order-rows.ts'

/** A row whose codes are known. */
export type Matched = { line: number; customer: CustomerCode; product: ProductCode; row: OrderRow }

/**
 * A distributor's order number counts once for each of its customers and products. Rows that were read before are not ordered again,
 * and rows that contradict what was read are refused. Rows that were left out then, such as those of an unknown code, are new. Rows
 * without an order number always are.
 */
export const withoutRepeats = (
  matched: readonly Matched[],
  earlier: readonly OrderedLine[],
  refused: ReadOrders['refused'],
): { fresh: Matched[]; repeated: OrderedLine[][] } => {
  const before = groupedBy(earlier, ({ customerId, poNumber, theirProductCode }) =>
    keyOf(customerId, poNumber, theirProductCode),
  )
  const now = groupedBy(matched, ({ customer, row: { poNumber = '', theirProductCode } }) =>
    keyOf(customer.customerId, poNumber, theirProductCode),
  )
  const fresh: Matched[] = []
  const baskets = new Set<string>()
  for (const [key, rows] of now) {
    const known = before.get(key)
    if (known === undefined) fresh.push(...rows)
    else if (contentsOf(known) === contentsOf(rows.map(({ row }) => row)))
      for (const { basketId } of known) baskets.add(basketId)
    else
      for (const { line, row } of rows)
        refused.push({
          line,
          why: `${row.theirProductCode} was read before under ${row.poNumber}, with another quantity or day.`,
        })
  }
  const all = groupedBy(earlier, ({ basketId }) => basketId)
  return {
    fresh: fresh.sort((a, b) => a.line - b.line),
    repeated: [...baskets].flatMap((id) => [all.get(id) ?? []]),
  }
}

const groupedBy = <Item>(items: readonly Item[], keyOfItem: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOfItem(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

const keyOf = (...parts: string[]): string => JSON.stringify(parts)

const contentsOf = (rows: readonly Pick<OrderRow, 'deliveryDay' | 'quantity'>[]): string =>
  rows
    .map(({ deliveryDay, quantity }) => `${deliveryDay ?? ''} ${quantity}`)
    .toSorted()
    .join()
