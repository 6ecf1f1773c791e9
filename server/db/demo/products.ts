import { gtinCheckDigit } from '#domain/gtin.ts'
import type { SalesUnit } from '#domain/product.ts'
import type { products } from '#server/db/schema/products.ts'
import { type Article, makeArticles, wholesalePence } from './articles.ts'
import { casePackText, type Pack } from './packs.ts'
import { DRAWN } from './pictures/drawn-product.ts'
import { descriptionOf, factsOf } from './product-facts.ts'
import { type Random, randomOf } from './random.ts'

export type DemoProduct = {
  row: typeof products.$inferInsert & { product_no: string; department: string }
  /** Before customer terms; null: not priced. */
  basePence: number | null
  stockQuantity: number
  demand: number
}

export const PRODUCTS_AT_MOST = 200_000

/**
 * The best-selling first. The same seed gives the same products, and a larger set contains a smaller one, apart from
 * ranks.
 * @throws RangeError for more than the families can make
 */
export const makeProducts = (seed: number, count: number): DemoProduct[] => {
  if (count > PRODUCTS_AT_MOST) throw tooMany()
  const made: DemoProduct[] = []
  const singles = new Set<string>()
  for (const article of makeArticles(seed)) {
    if (made.length >= count) break
    made.push(...productsOf(article, seed, singles).slice(0, count - made.length))
  }
  if (made.length < count) throw tooMany()
  made.sort((a, b) => b.demand - a.demand || (a.row.product_no < b.row.product_no ? -1 : 1))
  for (const [rank, { row }] of made.entries()) row.salesRank = rank
  // The limit may have dropped the last article's second product.
  const numbers = new Set(made.map(({ row }) => row.product_no))
  for (const { row } of made) {
    if (row.otherUnitProductNo && !numbers.has(row.otherUnitProductNo)) row.otherUnitProductNo = null
  }
  return made
}

const tooMany = (): RangeError =>
  new RangeError(`The demo has ${PRODUCTS_AT_MOST.toLocaleString('en-GB')} products at most.`)

/** Six digits in no apparent order; a prime makes them unique. */
const NUMBERS = 899_981
const codeOf = (index: number): string => String(100_000 + ((index * 51_749 + 4_217) % NUMBERS))

/** Prefixes 20 to 29 are for internal use. */
function gtinsOf(code: string): { inner: string; outer: string } {
  const digits = `20${code.padStart(10, '0')}`
  return {
    inner: `${digits}${gtinCheckDigit(digits)}`,
    outer: `1${digits}${gtinCheckDigit(`1${digits}`)}`,
  }
}

/** Surcharge of singles over the case. */
const SPLIT_SURCHARGE = 1.08
const SPLIT_DEMAND = 0.55

/** The case and single of an article. `singles` avoids duplicates: one tin is the same from a case of six or alone. */
function productsOf(article: Article, seed: number, singles: Set<string>): DemoProduct[] {
  const { index, pack, family, unitPence, demand } = article
  const single = `${article.brand}/${article.name}/${pack.text}`
  const isKnown = singles.has(single)
  if (pack.count === 1 && isKnown) return []
  const random = randomOf(seed, `article ${index}`)
  const code = codeOf(index)
  const { inner, outer } = gtinsOf(code)
  const facts = factsOf(article, random)
  const isUnpriced = random.chance(0.01)
  const isWhole = family.splits === false || isKnown || isTooSmallToSplit(pack) || random.chance(0.12)
  if (!isWhole || pack.count === 1) singles.add(single)

  const product = ({ pence, demand, ...own }: Own): DemoProduct => ({
    row: {
      ...facts,
      ...own,
      ...contentOf(pack, own.unit),
      description: descriptionOf(article, own.pack),
      picture: DRAWN,
    },
    basePence: isUnpriced ? null : pence,
    stockQuantity: stockOf(random, demand),
    demand,
  })
  const each: Omit<Own, 'product_no' | 'otherUnitProductNo'> = {
    unit: 'each',
    pack: pack.text,
    gtins: [inner],
    pence: unitPence,
    demand,
  }
  if (pack.count === 1) return [product({ ...each, product_no: code, otherUnitProductNo: null })]

  const eachNo = `${code}E`
  const asCase = product({
    product_no: code,
    otherUnitProductNo: isWhole ? null : eachNo,
    unit: 'case',
    pack: casePackText(pack),
    // Scanning an empty tin finds the case if only cases are sold.
    gtins: isWhole ? [outer, inner] : [outer],
    pence: wholesalePence(unitPence * pack.count),
    demand,
  })
  if (isWhole) return [asCase]
  const asEach = product({
    ...each,
    product_no: eachNo,
    otherUnitProductNo: code,
    pence: wholesalePence(unitPence * SPLIT_SURCHARGE),
    demand: demand * SPLIT_DEMAND,
  })
  return [asCase, asEach]
}

type Own = {
  product_no: string
  otherUnitProductNo: string | null
  unit: SalesUnit
  pack: string
  gtins: string[]
  pence: number
  demand: number
}

/** Nobody splits a case of 48 rolls. */
const isTooSmallToSplit = ({ count, size, measure }: Pack): boolean =>
  measure !== 'pieces' && count >= 20 && size < 250

function contentOf({ count, size, measure, catchWeight }: Pack, unit: SalesUnit) {
  const units = unit === 'case' ? count : 1
  const isMeasured = measure !== 'pieces' && !catchWeight
  return {
    unitCount: measure === 'pieces' ? units * size : units,
    contentAmount: isMeasured ? units * size : null,
    contentMeasure: isMeasured ? measure : null,
  }
}

function stockOf(random: Random, demand: number): number {
  const lot = random.next()
  if (lot < 0.03) return 0
  if (lot < 0.09) return random.whole(1, 6)
  return Math.round((20 + 180 * demand) * (0.4 + random.next()))
}
