import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CountState } from '#domain/counts/count.ts'
import { instant } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

/** Counts of templates. A template may arrive after its count, so there is no foreign key. */
export const counts = pgTable(
  'counts',
  {
    /** From the device. */
    id: uuid('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    templateId: uuid('template_id').notNull(),
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By the clock of the device. */
    startedAt: instant('started_at').notNull(),
    state: text('state').$type<CountState>().notNull(),
    /** The trolly that it became. */
    trollyId: uuid('trolly_id'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('counts_customer').on(table.customerId, table.state)],
)

/** The product may have gone, so there is no foreign key. */
export const countEntries = pgTable(
  'count_entries',
  {
    countId: uuid('count_id')
      .notNull()
      .references(() => counts.id, { onDelete: 'cascade' }),
    product_no: text('product_no').notNull(),
    /** Half packs; null: skipped. */
    halves: integer('halves'),
    countedAt: instant('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.countId, table.product_no] })],
)
