import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { CodeKind } from '#domain/distributor.ts'
import { baskets } from './baskets.ts'
import { instant, maintained } from './columns.ts'
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

/** Codes that orders named while no code was there. One that has been added since no longer waits. */
export const distributorUnmatched = pgTable(
  'distributor_unmatched',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    distributorNo: text('distributor_no').notNull(),
    kind: text('kind').$type<CodeKind>().notNull(),
    theirCode: text('their_code').notNull(),
    /** As the last order that named it says, if it does. */
    name: text('name').notNull().default(''),
    gtin: text('gtin').notNull().default(''),
    /** The latest on which an order needed it: a code that is not valid then still waits. */
    day: date('day', { mode: 'string' }).notNull(),
    /** Rows of orders. */
    rowCount: integer('row_count').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    unique('distributor_unmatched_code').on(table.distributorNo, table.kind, table.theirCode),
    check('distributor_unmatched_kind', sql`${table.kind} in ('customer', 'product')`),
  ],
)

/** What a distributor ordered, as it said it. A repeated order is known by these rows, and answered in their codes. */
export const distributorOrderLines = pgTable(
  'distributor_order_lines',
  {
    basketId: uuid('basket_id')
      .notNull()
      .references(() => baskets.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    distributorNo: text('distributor_no').notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    theirCustomerCode: text('their_customer_code').notNull(),
    poNumber: text('po_number').notNull(),
    deliveryDay: date('delivery_day', { mode: 'string' }),
    theirProductCode: text('their_product_code').notNull(),
    productNo: text('product_no').notNull(),
    /** In their units. */
    quantity: integer('quantity').notNull(),
    packFactor: integer('pack_factor').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.basketId, table.position] }),
    index('distributor_order_lines_po').on(table.distributorNo, table.poNumber),
  ],
)
