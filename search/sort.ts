import { compareText } from '#domain/folded-text.ts'
import { isSimilar } from './match.ts'

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

/** The first three are 0 where nothing was typed. */
export type Sortable = {
  product_no: string
  level: number
  nameLength: number
  timesBought: number
  salesRank: number
  nameKey: string
  pricePence: number | null
}

/** Level, then own purchases, fewest extra words, everyone's purchases. Other orders only put similar products behind; by price, unpriced ones are last. */
export const compareProducts = (sort: Sort): ((a: Sortable, b: Sortable) => number) => {
  const bySales = (a: Sortable, b: Sortable): number =>
    a.salesRank - b.salesRank || compareText(a.product_no, b.product_no)
  const bySimilarity = (a: Sortable, b: Sortable): number =>
    Number(isSimilar(a.level)) - Number(isSimilar(b.level))
  const byPrice = (direction: 1 | -1) => (a: Sortable, b: Sortable) => {
    if (a.pricePence === b.pricePence) return bySales(a, b)
    if (a.pricePence === null) return 1
    return b.pricePence === null ? -1 : (a.pricePence - b.pricePence) * direction
  }
  const orders: Record<Sort, (a: Sortable, b: Sortable) => number> = {
    relevance: (a, b) =>
      a.level - b.level || b.timesBought - a.timesBought || a.nameLength - b.nameLength || bySales(a, b),
    sales: bySales,
    name: (a, b) => compareText(a.nameKey, b.nameKey) || bySales(a, b),
    price: byPrice(1),
    price_descending: byPrice(-1),
  }
  return (a, b) => bySimilarity(a, b) || orders[sort](a, b)
}
