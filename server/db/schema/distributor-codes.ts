import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { maintained } from './columns.ts'
import { customers } from './customers.ts'
import { products } from './products.ts'

/** The columns of a distributor's code. Without a first or a last day it has always been valid, or stays so. */
const code = () => ({
  ...maintained(),
  id: uuid('id').primaryKey().defaultRandom(),
  /** As in customers.distributor_no. */
  distributorNo: text('distributor_no').notNull(),
  theirCode: text('their_code').notNull(),
  validFrom: date('valid_from', { mode: 'string' }),
  validTo: date('valid_to', { mode: 'string' }),
})

/** What a distributor calls our customers. Triggers keep a code from meaning two of them on one day. */
export const distributorCustomerCodes = pgTable(
  'distributor_customer_codes',
  {
    ...code(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
  },
  (table) => [
    unique('distributor_customer_codes_key')
      .on(table.distributorNo, table.theirCode, table.validFrom)
      .nullsNotDistinct(),
    index('distributor_customer_codes_customer').on(table.customerId),
    check('distributor_customer_codes_days', sql`${table.validFrom} <= ${table.validTo}`),
  ],
)

/** What a distributor calls our products. */
export const distributorProductCodes = pgTable(
  'distributor_product_codes',
  {
    ...code(),
    productNo: text('product_no')
      .notNull()
      .references(() => products.product_no),
    /** How many of our units one of theirs is. */
    packFactor: integer('pack_factor').notNull().default(1),
  },
  (table) => [
    unique('distributor_product_codes_key')
      .on(table.distributorNo, table.theirCode, table.validFrom)
      .nullsNotDistinct(),
    index('distributor_product_codes_product').on(table.productNo),
    check('distributor_product_codes_days', sql`${table.validFrom} <= ${table.validTo}`),
    check('distributor_product_codes_factor', sql`${table.packFactor} between 1 and 9999`),
  ],
)
