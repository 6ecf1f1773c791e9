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
const COLUMNS = `p.product_no, p.name, p.brand, p.pack, p.gtins, p.department, p.product_group AS "group", p.category,
  p.storage_type AS "storageType", p.suitable_for AS "suitableFor", p.promotion, p.reduced_to_clear AS "reducedToClear",
  p.is_new AS "isNew", p.is_spot_priced AS "isSpotPriced", ${SALES_RANK} AS "salesRank", p.active`

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
