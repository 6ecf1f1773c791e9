import type { ProductSearchBody } from '#contract/product-search.ts'
import { query } from './database.ts'

/**
 * What people search for, generated from the catalogue and identical for the same catalogue: whole words, partial words, typos,
 * codes, and departments page by page; some with filters, another order or a later page.
 */
export type Mix = readonly ProductSearchBody[]

const PAGE = 24
/** Every so many of the best-selling products provides its words. */
const STRIDE = 23

export const makeMix = async (databaseUrl: string, size: number): Promise<Mix> => {
  const sources = await query<Source>(
    databaseUrl,
    `SELECT name, gtins[1] AS gtin, product_no, department, storage_type AS "storageType"
     FROM products WHERE active AND array_length(gtins, 1) > 0 ORDER BY sales_rank LIMIT $1`,
    [size * STRIDE],
  )
  return Array.from({ length: size }, (_, number) => {
    const source = sources[(number * STRIDE) % sources.length]
    const kind = KINDS[number % KINDS.length]
    if (source === undefined || kind === undefined) throw new Error('There are no products to look for.')
    return { page: 1, pageLength: PAGE, ...kind(source) }
  })
}

type Source = { name: string; gtin: string; product_no: string; department: string; storageType: Storage }
type Storage = NonNullable<ProductSearchBody['storage_type']>

const wordsOf = ({ name }: Source): string[] =>
  name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
const first = (source: Source): string => wordsOf(source)[0] ?? source.product_no
const last = (source: Source): string => wordsOf(source).at(-1) ?? source.product_no
const longest = (source: Source): string =>
  wordsOf(source).reduce((one, other) => (other.length > one.length ? other : one), 'mince')
/** Two letters in the middle swapped. */
const mistyped = (word: string): string =>
  `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`

/** A round of twenty searches. */
const KINDS: readonly ((source: Source) => ProductSearchBody)[] = [
  (source) => ({ queryString: last(source) }),
  (source) => ({ queryString: `${first(source)} ${last(source)}` }),
  (source) => ({ queryString: first(source).slice(0, 3) }),
  (source) => ({ queryString: last(source), storage_type: source.storageType }),
  (source) => ({ queryString: source.product_no }),
  (source) => ({ queryString: `${last(source)} ${first(source).slice(0, 2)}` }),
  (source) => ({ queryString: mistyped(longest(source)) }),
  (source) => ({ queryString: first(source), department: source.department }),
  (source) => ({ department: source.department }),
  (source) => ({ queryString: last(source), sort_by: 'price' }),
  (source) => ({ queryString: longest(source).slice(0, 5) }),
  (source) => ({ queryString: last(source), page: 2 }),
  (source) => ({ queryString: source.gtin }),
  (source) => ({ queryString: source.name }),
  (source) => ({ queryString: first(source).slice(0, 2), promotion: '1' }),
  (source) => ({ department: source.department, storage_type: source.storageType, sort_by: 'name' }),
  (source) => ({ queryString: `${first(source)} ${longest(source)}` }),
  (source) => ({ queryString: last(source).slice(0, 4), storage_type: source.storageType }),
  (source) => ({ queryString: first(source).charAt(0) }),
  (source) => ({ queryString: last(source), recently_purchased: '1' }),
]
