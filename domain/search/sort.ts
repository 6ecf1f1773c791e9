import { compareText } from './text.ts'

export const SORTS = [
  { value: 'relevance', name: 'Relevance' },
  { value: 'sales', name: 'Best sellers' },
  { value: 'name', name: 'Name' },
  { value: 'price', name: 'Price, lowest first' },
  { value: 'price_descending', name: 'Price, highest first' },
] as const
export type Sort = (typeof SORTS)[number]['value']
export const SORT_PARAMETER = 'sort_by'

export type Purchases = ReadonlyMap<string, number>

/** What sorting compares. The first three are 0 for all products where nothing was typed. */
export type Sortable = {
  product_no: string
  level: number
  nameLength: number
  timesBought: number
  salesRank: number
  nameKey: string
  pricePence: number | null
}

/**
 * Relevance is the level, then the fewest words of the name that were not asked for, then what this customer buys, then
 * what everyone buys; any other order is over all that is found, whatever its level. Products without a price come last by
 * price, both ways. Equal ones are told apart by sales, then by number.
 */
export const compareProducts = (sort: Sort): ((a: Sortable, b: Sortable) => number) => {
  const bySales = (a: Sortable, b: Sortable): number =>
    a.salesRank - b.salesRank || compareText(a.product_no, b.product_no)
  const byPrice = (direction: 1 | -1) => (a: Sortable, b: Sortable) => {
    if (a.pricePence === b.pricePence) return bySales(a, b)
    if (a.pricePence === null) return 1
    return b.pricePence === null ? -1 : (a.pricePence - b.pricePence) * direction
  }
  const orders: Record<Sort, (a: Sortable, b: Sortable) => number> = {
    relevance: (a, b) =>
      a.level - b.level || a.nameLength - b.nameLength || b.timesBought - a.timesBought || bySales(a, b),
    sales: bySales,
    name: (a, b) => compareText(a.nameKey, b.nameKey) || bySales(a, b),
    price: byPrice(1),
    price_descending: byPrice(-1),
  }
  return orders[sort]
}
