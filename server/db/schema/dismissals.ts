import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { customers } from './customers.ts'
import { products } from './products.ts'

/** Products that a customer's usual order leaves out, for all its users. An order placed after `dismissedAt` ends it (domain/dismissals.ts). */
export const dismissals = pgTable(
  'dismissals',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    product_no: text('product_no')
      .notNull()
      .references(() => products.product_no, { onDelete: 'cascade' }),
    dismissedAt: instant('dismissed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.product_no] })],
)
