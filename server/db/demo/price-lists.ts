import type { priceLists, prices } from '#server/db/schema/prices.ts'
import { wholesalePence } from './articles.ts'
import type { DemoProduct } from './products.ts'
import { randomOf } from './random.ts'

/** Price factor by department. */
export type DemoPriceList = typeof priceLists.$inferInsert & {
  factor: number
  factors?: Record<string, number>
  /** Departments not sold on this list. */
  without?: readonly string[]
}

const ALCOHOL = 'Beers, Wines & Spirits'

export const DEMO_PRICE_LISTS: readonly DemoPriceList[] = [
  { id: 'STANDARD', name: 'Standard trade', factor: 1 },
  { id: 'PUBS', name: 'Pubs and hotels', factor: 0.97, factors: { [ALCOHOL]: 0.92, Drinks: 0.94 } },
  {
    id: 'EDUCATION',
    name: 'Schools and colleges',
    factor: 0.93,
    factors: { 'Fruit & Vegetables': 0.9, 'Dairy & Eggs': 0.9 },
    without: [ALCOHOL],
  },
  { id: 'CARE', name: 'Care homes', factor: 0.95, without: [ALCOHOL] },
  { id: 'CASH', name: 'Cash customers', factor: 1.06 },
]

/** Individually agreed prices differ from the rule by up to this. */
const AGREED_SPREAD = 0.05

/** Undefined: not priced on this list. */
export const demoPricePence = (
  list: DemoPriceList,
  { row, basePence }: Pick<DemoProduct, 'basePence'> & { row: { product_no: string; department: string } },
  seed: number,
): number | undefined => {
  if (basePence === null || list.without?.includes(row.department)) return undefined
  const factor = list.factors?.[row.department] ?? list.factor
  const agreed = randomOf(seed, `price ${list.id} ${row.product_no}`)
  return wholesalePence(basePence * factor * (agreed.chance(0.2) ? agreed.around(AGREED_SPREAD) : 1))
}

export const makePrices = (made: readonly DemoProduct[], seed: number): (typeof prices.$inferInsert)[] =>
  DEMO_PRICE_LISTS.flatMap((list) =>
    made.flatMap((product) => {
      const pence = demoPricePence(list, product, seed)
      return pence === undefined ? [] : [{ priceListId: list.id, product_no: product.row.product_no, pence }]
    }),
  )
