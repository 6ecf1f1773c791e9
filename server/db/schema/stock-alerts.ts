import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { customers } from './customers.ts'
import { products } from './products.ts'
import { users } from './users.ts'

/** Who waits for a product, for which account. A row stays once it came true, until the person or the clean-up deletes it. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    product_no: text('product_no')
      .notNull()
      .references(() => products.product_no, { onDelete: 'cascade' }),
    askedAt: instant('asked_at').notNull(),
    /** Set together with the mail that tells the person; null: still waiting. */
    toldAt: instant('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.customerId, table.product_no] }),
    index('stock_alerts_waiting').on(table.product_no).where(sql`told_at IS NULL`),
    index('stock_alerts_customer').on(table.customerId),
  ],
)
