import { wholesalePence } from './articles.ts'
import { DEMO_PRICE_LISTS } from './price-lists.ts'
import { randomOf } from './random.ts'

/** For catalogues without prices and stock. Plausible and constant per product; never bill anyone by them. */
export type PricelessProduct = {
  product_no: string
  department: string
  group: string
  category: string
  contentAmount: number | null
  catchWeight: boolean
}

/** Per kilogram or litre, by the first matching words. */
const PENCE_BY_WORDS: readonly (readonly [words: RegExp, pence: number])[] = [
  [/spice|herb|tea\b|teas|coffee|vitamin|supplement/i, 1800],
  [/liquor|spirit|wine|alcohol/i, 1500],
  [/beer|cider/i, 420],
  [/beef|lamb|seafood|fish|salmon|prawn|steak/i, 1300],
  [/cheese|nut|butter|ham|bacon|sausage|meat|chicken|turkey/i, 850],
  [/chocolate|candy|candies|confection|snack|crisps|popcorn|biscuit/i, 980],
  [/ice cream|dessert|cake|pastr|pizza|pie/i, 640],
  [/sauce|condiment|dressing|jam|honey|spread|pickle|soup/i, 520],
  [/water|soda|drink|beverage|juice/i, 190],
  [/milk|yog|cream|dair|egg/i, 310],
  [/frozen/i, 480],
  [/rice|pasta|flour|sugar|cereal|bread|grain|noodle|potato|bean/i, 260],
  [/fruit|vegetable/i, 290],
]
const PENCE_OTHERWISE = 450
/** For products of unknown weight. */
const GRAMS_OTHERWISE = 400
const SPREAD = 0.45

/** Each, or per kilogram for catch weight. */
export const madeUpPence = (product: PricelessProduct, priceListId: string, seed: number): number => {
  const { product_no, department, group, category, contentAmount, catchWeight } = product
  const words = `${category} ${group} ${department}`
  const perKilogram = PENCE_BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? PENCE_OTHERWISE
  const kilograms = catchWeight ? 1 : (contentAmount ?? GRAMS_OTHERWISE) / 1000
  const list = DEMO_PRICE_LISTS.find(({ id }) => id === priceListId)
  const random = randomOf(seed, `made-up price ${product_no}`)
  return wholesalePence(perKilogram * kilograms * random.around(SPREAD) * (list?.factor ?? 1))
}

export const madeUpStock = ({ product_no }: Pick<PricelessProduct, 'product_no'>, seed: number): number => {
  const random = randomOf(seed, `made-up stock ${product_no}`)
  const lot = random.next()
  if (lot < 0.03) return 0
  return lot < 0.1 ? random.whole(1, 9) : random.whole(10, 600)
}
