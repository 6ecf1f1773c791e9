import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import type { DeliveryMethod, TrollyState } from '#domain/trolly.ts'
import { collectionAddresses } from './collection-addresses.ts'
import { changedTx, instant, pence } from './columns.ts'
import { customers } from './customers.ts'
import { deliveryAddresses } from './delivery-addresses.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

export const baskets = pgTable(
  'baskets',
  {
    /** From the device. The primary key is a backstop against creating a trolly twice. */
    id: uuid('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<TrollyState>().notNull().default('open'),
    deliveryDay: date('delivery_day', { mode: 'string' }),
    /** An order that this trolly's checkout replaces, and its number, which never changes. */
    replacesOrderId: uuid('replaces_order_id').references((): AnyPgColumn => orders.id),
    replacesOrderNo: text('replaces_order_no'),
    poNumber: text('po_number').notNull().default(''),
    instructions: text('instructions').notNull().default(''),
    method: text('method').$type<DeliveryMethod>().notNull().default('delivery'),
    /** The customer’s own address; null: the account’s. */
    deliveryAddressId: uuid('delivery_address_id').references(() => deliveryAddresses.id),
    collectionSiteId: uuid('collection_site_id').references(() => collectionAddresses.id),
    collectionSlot: text('collection_slot'),
    version: integer('version').notNull().default(1),
    detailsVersion: integer('details_version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    changedTx: changedTx(),
  },
  (table) => [
    index('baskets_changed').on(table.changedTx),
    index('baskets_open').on(table.customerId, table.state, table.updatedAt),
    uniqueIndex('baskets_replacing').on(table.replacesOrderId).where(sql`state = 'open'`),
  ],
)

/** Removed lines stay with their version. */
export const basketLines = pgTable(
  'basket_lines',
  {
    basketId: uuid('basket_id')
      .notNull()
      .references(() => baskets.id, { onDelete: 'cascade' }),
    product_no: text('product_no').notNull(),
    quantity: integer('quantity').notNull(),
    version: integer('version').notNull().default(1),
    removed: boolean('removed').notNull().default(false),
    /** The quantity in the order that the trolly replaces, whose stock is theirs already. */
    orderedQuantity: integer('ordered_quantity').notNull().default(0),
    seenPricePence: pence('seen_price_pence'),
    /** Neither has a version. A removed line has neither. */
    note: text('note').notNull().default(''),
    /** What to do if the line is short; null: nothing is agreed. */
    substitution: jsonb('substitution').$type<SubstitutionChoice>(),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.basketId, table.product_no] })],
)
