import type { Searchable } from '#search/searchable.ts'
import type { Database } from '#server/db/database.ts'
import { SALES_RANK } from '#server/db/products/product-columns.ts'
import { statement } from '#server/db/statement.ts'
import {
  isNew,
  type Since,
  type SinceValues,
  valuesOf,
} from '#server/features/products/downloads/downloads.repository.ts'
import type { ProductChange } from './search-worker.ts'

type Row = Searchable & { salesRank: number; active: boolean }

/** Written by hand: a start reads all products, and then a search every half second. */
const COLUMN: Record<keyof Row, string> = {
  product_no: 'p.product_no',
  name: 'p.name',
  brand: 'p.brand',
  pack: 'p.pack',
  unit: 'p.unit',
  unitCount: 'p.unit_count',
  contentAmount: 'p.content_amount',
  catchWeight: 'p.catch_weight',
  gtins: 'p.gtins',
  department: 'p.department',
  group: 'p.product_group',
  category: 'p.category',
  storageType: 'p.storage_type',
  suitableFor: 'p.suitable_for',
  promotion: 'p.promotion',
  reducedToClear: 'p.reduced_to_clear',
  isNew: 'p.is_new',
  isSpotPriced: 'p.is_spot_priced',
  salesRank: SALES_RANK,
  active: 'p.active',
}
const COLUMNS = Object.entries(COLUMN)
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(', ')

const sold = statement<Row, { after: string; limit: number }>(
  'search_products',
  `SELECT ${COLUMNS} FROM products p WHERE p.active AND p.product_no > :after ORDER BY p.product_no LIMIT :limit`,
)

const changed = statement<Row, SinceValues & { after: string }>(
  'search_changes',
  `SELECT ${COLUMNS} FROM products p WHERE ${isNew('p')} AND p.product_no > :after ORDER BY p.product_no LIMIT :limit`,
)

export type Wanted = Omit<Since, 'since'> & {
  /** undefined: all products that are sold. */
  since: Since['since'] | undefined
  after: string
}

/** The next products after a number, in a fixed order. */
export const readChanges = async (
  database: Database,
  { since, after, ...wanted }: Wanted,
): Promise<ProductChange[]> => {
  const rows =
    since === undefined
      ? await sold(database, { after, limit: wanted.limit })
      : await changed(database, { ...valuesOf({ since, ...wanted }), after })
  return rows.map(({ active, ...product }) => [product.product_no, active ? product : undefined])
}
