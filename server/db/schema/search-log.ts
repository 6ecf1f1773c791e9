import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { customers } from './customers.ts'

/** Anonymous; deleted after SEARCHES_KEPT_DAYS (domain/searches.ts). */
export const searchLog = pgTable(
  'search_log',
  {
    id: uuid('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    term: text('term').notNull(),
    /** Null if the words alone got no answer. */
    found: integer('found'),
    /** Whether it led to a product: the earliest builds say only that, the others which one, in `search_additions`. */
    added: boolean('added').notNull().default(false),
    searchedAt: instant('searched_at').notNull(),
  },
  (table) => [index('search_log_searched').on(table.searchedAt)],
)

/** One for each time. Without a reference to products: a device may know one that the server has deleted. */
export const searchAdditions = pgTable(
  'search_additions',
  {
    id: uuid('id').primaryKey(),
    searchId: uuid('search_id')
      .notNull()
      .references(() => searchLog.id, { onDelete: 'cascade' }),
    product_no: text('product_no').notNull(),
    quantity: integer('quantity').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [index('search_additions_search').on(table.searchId)],
)
