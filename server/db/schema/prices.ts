import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { changedTx, pence } from './columns.ts'

export const priceLists = pgTable('price_lists', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
})

export const prices = pgTable(
  'prices',
  {
    priceListId: text('price_list_id')
      .notNull()
      .references(() => priceLists.id, { onDelete: 'cascade' }),
    product_no: text('product_no').notNull(),
    /** Each, or per kilogram for catch weight; null: withdrawn; the row stays so that devices download the change. */
    pence: pence('pence'),
    changedTx: changedTx(),
  },
  (table) => [
    primaryKey({ columns: [table.priceListId, table.product_no] }),
    index('prices_changed').on(table.priceListId, table.changedTx),
  ],
)
