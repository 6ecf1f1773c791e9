import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { DiscountKind } from '#domain/discounts.ts'
import { maintained, pence } from './columns.ts'
import { customers } from './customers.ts'
import { priceLists } from './prices.ts'
import { products } from './products.ts'

/** As in domain/discounts.ts. */
export const discounts = pgTable(
  'discounts',
  {
    ...maintained(),
    /** The wholesaler's own, such as `spring-dairy`. */
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    customerId: text('customer_id').references(() => customers.id),
    priceListId: text('price_list_id').references(() => priceLists.id),
    productNo: text('product_no').references(() => products.product_no),
    brand: text('brand'),
    category: text('category'),
    kind: text('kind').$type<DiscountKind>().notNull(),
    basisPoints: integer('basis_points').notNull().default(0),
    offUnitPence: pence('off_unit_pence').notNull().default(0),
    minimumUnits: integer('minimum_units').notNull().default(0),
    minimumNetPence: pence('minimum_net_pence').notNull().default(0),
    validFrom: date('valid_from', { mode: 'string' }),
    validTo: date('valid_to', { mode: 'string' }),
    combines: boolean('combines').notNull().default(false),
    onPromotions: boolean('on_promotions').notNull().default(false),
    capPence: pence('cap_pence'),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    check('discounts_kind', sql`${table.kind} in ('percent', 'per_unit')`),
    check('discounts_days', sql`${table.validFrom} <= ${table.validTo}`),
    check('discounts_basis_points', sql`${table.basisPoints} between 0 and 10000`),
  ],
)
