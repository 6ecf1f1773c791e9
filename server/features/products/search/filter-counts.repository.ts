import type { FilterCount, FilterCounts } from '#search/filter-options.ts'
import type { AnyFilterName, FilterName } from '#search/filters.ts'
import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/statement.ts'
import { isNotIn } from './search.repository.ts'

/** Written by hand, since a desk counts filters with every search (budget: search). */

export type Counted = {
  /** A tsquery; '' matches every product. */
  tsquery: string
  /** Counts only these; null: all. */
  only: readonly string[] | null
  except: readonly string[]
  recent: readonly string[]
  bought: readonly string[]
  /** null: a visitor has none. */
  favouritesOf: string | null
  /** Groups are counted within a department alone, and categories within a group: a range has hundreds. */
  withGroups: boolean
  withCategories: boolean
  templateIds: readonly string[]
  advertCodes: readonly string[]
}

export const countFilterValues = async (database: Database, counted: Counted): Promise<FilterCounts> => {
  const rows = await VALUES(database, counted)
  return { total: rows.find(({ filter }) => filter === TOTAL)?.count ?? 0, values: rows }
}

const TOTAL = 'total'
const RECENT: AnyFilterName = 'recently_purchased'
const NEW_TO_CUSTOMER: AnyFilterName = 'new_to_customer'
const FAVOURITE: AnyFilterName = 'favourite'
const TEMPLATE: AnyFilterName = 'template'
const ADVERT: AnyFilterName = 'advert'
const FLAGS: { name: FilterName; column: string }[] = [
  { name: 'new', column: 'is_new' },
  { name: 'promotion', column: 'promotion' },
  { name: 'reduced_to_clear', column: 'reduced_to_clear' },
  { name: 'is_spot_priced', column: 'is_spot_priced' },
]

const VALUES = statement<FilterCount, Counted>(
  'products_filter_counts',
  `WITH found AS MATERIALIZED (
     SELECT p.product_no, p.department, p.product_group, p.category, p.storage_type, p.suitable_for, ${FLAGS.map(({ column }) => `p.${column}`).join(', ')}
     FROM product_documents d JOIN products p ON p.product_no = d.product_no
     WHERE (:tsquery = '' OR d.words @@ :tsquery::tsquery)
       AND (:only::text[] IS NULL OR d.product_no = ANY(:only::text[])) AND ${isNotIn(':except')}
   ), counts (filter, value, count) AS (
     SELECT 'department', department, count(*) FROM found WHERE department <> '' GROUP BY department
     UNION ALL SELECT 'group', product_group, count(*) FROM found
       WHERE :withGroups::boolean AND product_group <> '' GROUP BY product_group
     UNION ALL SELECT 'category', category, count(*) FROM found
       WHERE :withCategories::boolean AND category <> '' GROUP BY category
     UNION ALL SELECT 'storage_type', storage_type, count(*) FROM found GROUP BY storage_type
     UNION ALL SELECT 'suitable_for', s.value, count(*) FROM found, unnest(suitable_for) AS s (value) GROUP BY s.value
     ${FLAGS.map(({ name, column }) => `UNION ALL SELECT '${name}', '1', count(*) FROM found WHERE ${column} HAVING count(*) > 0`).join('\n     ')}
     UNION ALL SELECT '${RECENT}', '1', count(*) FROM found WHERE product_no = ANY(:recent::text[])
     UNION ALL SELECT '${NEW_TO_CUSTOMER}', '1', count(*) FROM found d WHERE ${isNotIn(':bought')}
     UNION ALL SELECT '${FAVOURITE}', '1', count(*) FILTER (WHERE product_no IN (
         SELECT v.product_no FROM favourites v WHERE v.user_id = :favouritesOf::uuid
       )) FROM found
     UNION ALL SELECT '${TEMPLATE}', t.id::text, count(found.product_no)
       FROM unnest(:templateIds::uuid[]) AS t (id)
         LEFT JOIN template_items i ON i.template_id = t.id AND NOT i.deleted
         LEFT JOIN found ON found.product_no = i.product_no
       GROUP BY t.id
     UNION ALL SELECT '${ADVERT}', a.code, count(DISTINCT found.product_no)
       FROM adverts a CROSS JOIN unnest(a.product_nos) AS i (product_no)
         LEFT JOIN found ON found.product_no = i.product_no
       WHERE a.code = ANY(:advertCodes::text[]) GROUP BY a.code
     UNION ALL SELECT '${TOTAL}', '', count(*) FROM found
   )
   SELECT filter, value, count::int AS count FROM counts ORDER BY filter, value COLLATE "C"`,
)
