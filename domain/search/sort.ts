import { compareText } from './text.ts'

/** The orders a search's products can be in. The first is the default. */
export const SORTS = [
  { value: 'relevance', name: 'Relevance' },
  { value: 'sales', name: 'Best sellers' },
  { value: 'name', name: 'Name' },
  { value: 'price', name: 'Price, lowest first' },
  { value: 'price_descending', name: 'Price, highest first' },
] as const
export type Sort = (typeof SORTS)[number]['value']
export const SORT_PARAMETER = 'sort_by'

/** What sorting looks at. `class` is 0 for all where nothing was typed. */
export type Sortable = {
  product_no: string
  class: number
  salesRank: number
  nameKey: string
  pricePence: number | null
}

/**
 * Relevance is the class, then what sells; any other order is over all that is found, whatever its class. Products
 * without a price come last by price, both ways. Equal ones are told apart by sales, then by number.
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
    relevance: (a, b) => a.class - b.class || bySales(a, b),
    sales: bySales,
    name: (a, b) => compareText(a.nameKey, b.nameKey) || bySales(a, b),
    price: byPrice(1),
    price_descending: byPrice(-1),
  }
  return orders[sort]
}
