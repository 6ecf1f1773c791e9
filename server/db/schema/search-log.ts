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
    found: integer('found').notNull(),
    added: boolean('added').notNull().default(false),
    searchedAt: instant('searched_at').notNull(),
  },
  (table) => [index('search_log_searched').on(table.searchedAt)],
)
