import type { FilterCount } from '#domain/search/filter-options.ts'
import type { FilterName, ServerFilterName } from '#domain/search/filters.ts'
import type { Database } from '#server/db/database.ts'
import { namedStatement } from './named-statement.ts'

/** Prepared, since a desk counts filters with every search. */

export type Counted = {
  /** Of type tsquery; '' matches every product. */
  tsquery: string
  recent: readonly string[]
  /** Counts only these. */
  onlyRecent: boolean
}

export const countFilterValues = async (
  database: Database,
  counted: Counted,
): Promise<{ total: number; values: FilterCount[]; recentlyPurchased: number }> => {
  const rows = await VALUES(database, counted)
  const countOf = (name: string): number => rows.find(({ filter }) => filter === name)?.count ?? 0
  return { total: countOf(TOTAL), values: rows, recentlyPurchased: countOf(RECENT) }
}

const TOTAL = 'total'
const RECENT: ServerFilterName = 'recently_purchased'
const FLAGS: { name: FilterName; column: string }[] = [
  { name: 'new', column: 'is_new' },
  { name: 'promotion', column: 'promotion' },
  { name: 'reduced_to_clear', column: 'reduced_to_clear' },
  { name: 'is_spot_priced', column: 'is_spot_priced' },
]

const VALUES = namedStatement<FilterCount, Counted>(
  'products_filter_counts',
  `WITH found AS MATERIALIZED (
     SELECT p.product_no, p.department, p.storage_type, p.suitable_for, ${FLAGS.map(({ column }) => `p.${column}`).join(', ')}
     FROM product_documents d JOIN products p ON p.product_no = d.product_no
     WHERE (:tsquery = '' OR d.words @@ :tsquery::tsquery)
       AND (NOT :onlyRecent::boolean OR d.product_no = ANY(:recent::text[]))
   ), counts (filter, value, count) AS (
     SELECT 'department', department, count(*) FROM found WHERE department <> '' GROUP BY department
     UNION ALL SELECT 'storage_type', storage_type, count(*) FROM found GROUP BY storage_type
     UNION ALL SELECT 'suitable_for', s.value, count(*) FROM found, unnest(suitable_for) AS s (value) GROUP BY s.value
     ${FLAGS.map(({ name, column }) => `UNION ALL SELECT '${name}', '1', count(*) FROM found WHERE ${column} HAVING count(*) > 0`).join('\n     ')}
     UNION ALL SELECT '${RECENT}', '1', count(*) FROM found WHERE product_no = ANY(:recent::text[])
     UNION ALL SELECT '${TOTAL}', '', count(*) FROM found
   )
   SELECT filter, value, count::int AS count FROM counts ORDER BY filter, value COLLATE "C"`,
)
