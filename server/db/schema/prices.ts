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
    /** Of one of the product, of a kilogram where it is catch weight; null: withdrawn, kept so that devices hear of it. */
    pence: pence('pence'),
    changedTx: changedTx(),
  },
  (table) => [
    primaryKey({ columns: [table.priceListId, table.product_no] }),
    index('prices_changed').on(table.priceListId, table.changedTx),
    /** For the products of a broad search, cheapest or dearest first. */
    index('prices_by_price').on(table.priceListId, table.pence),
  ],
)
