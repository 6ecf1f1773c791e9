import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PlacedAmounts } from '#domain/as-placed.ts'
import type { DiscountShare } from '#domain/discounts.ts'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import type { OrderAddress, OrderStatus } from '#domain/order.ts'
import type { OrderChannel } from '#domain/orders-per-day.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { baskets } from './baskets.ts'
import { collectionAddresses } from './collection-addresses.ts'
import { changedTx, instant, pence } from './columns.ts'
import { customers } from './customers.ts'
import { deliveryAddresses } from './delivery-addresses.ts'
import { users } from './users.ts'

/** Rising and unique; a failed checkout may leave a gap, which is cheaper than a queue. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 100_001 })

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    orderNo: bigint('order_no', { mode: 'number' }).notNull(),
    /** A unique backstop: one order per trolly. Other systems' orders have none. */
    basketId: uuid('basket_id').references(() => baskets.id),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    placedBy: uuid('placed_by').references(() => users.id),
    /** The customer's agent when it was placed, who is paid for it. Without a reference: schema/agents.ts refers to orders. */
    agentCode: text('agent_code'),
    /** Who placed it, and the depot of its postcode. A trigger notes both as it is placed: they stay when users or routes change. */
    channel: text('channel').$type<OrderChannel>().notNull().default('other'),
    depot: text('depot').notNull().default(''),
    deliveryDay: date('delivery_day', { mode: 'string' }).notNull(),
    poNumber: text('po_number').notNull().default(''),
    instructions: text('instructions').notNull().default(''),
    method: text('method').$type<DeliveryMethod>().notNull().default('delivery'),
    deliveryAddressId: uuid('delivery_address_id').references(() => deliveryAddresses.id),
    collectionSiteId: uuid('collection_site_id').references(() => collectionAddresses.id),
    collectionSlot: text('collection_slot'),
    /** A copy made when the order was placed; null for other systems' orders. */
    address: jsonb('address').$type<OrderAddress>(),
    /** The goods alone. With the delivery charge and VAT it makes the total. */
    netPence: pence('net_pence').notNull(),
    deliveryChargePence: pence('delivery_charge_pence').notNull().default(0),
    /** null where no charge could apply. */
    deliveryVatBasisPoints: integer('delivery_vat_basis_points'),
    freeDeliveryFromPence: pence('free_delivery_from_pence'),
    vatPence: pence('vat_pence').notNull(),
    totalPence: pence('total_pence').notNull(),
    placedAt: instant('placed_at').notNull().defaultNow(),
    /** Until then it may be changed or cancelled; null for one of another system. */
    cutOffAt: instant('cut_off_at'),
    /** 1, and one more for each change after it was placed; all revisions have the same number. */
    revision: integer('revision').notNull().default(1),
    /** When it was paid or needed no payment; null: the payment is awaited. */
    confirmedAt: instant('confirmed_at').defaultNow(),
    pickingAt: instant('picking_at'),
    dispatchedAt: instant('dispatched_at'),
    deliveredAt: instant('delivered_at'),
    cancelledAt: instant('cancelled_at'),
    /** When a later revision took its place. */
    replacedAt: instant('replaced_at'),
    /** When the supplier's system first took it over. Written with order_exports alone. */
    exportedAt: instant('exported_at'),
    /** The last of the times above. */
    status: text('status')
      .$type<OrderStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN replaced_at IS NOT NULL THEN 'replaced' WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN dispatched_at IS NOT NULL THEN 'dispatched' WHEN picking_at IS NOT NULL THEN 'picking' WHEN confirmed_at IS NULL THEN 'awaiting_payment' ELSE 'placed' END`,
      ),
    changedTx: changedTx(),
  },
  (table) => [
    index('orders_changed').on(table.changedTx),
    uniqueIndex('orders_order_no_unique').on(table.orderNo, table.revision),
    uniqueIndex('orders_basket_unique').on(table.basketId),
    index('orders_collection')
      .on(table.collectionSiteId, table.deliveryDay)
      .where(sql`${table.collectionSiteId} IS NOT NULL`),
    index('orders_customer').on(table.customerId, table.placedAt),
    index('orders_agent').on(table.agentCode, table.deliveryDay).where(sql`${table.agentCode} IS NOT NULL`),
    index('orders_active')
      .on(table.deliveryDay, table.orderNo)
      .where(sql`delivered_at IS NULL AND cancelled_at IS NULL AND replaced_at IS NULL`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    product_no: text('product_no').notNull(),
    /** A copy of what was ordered: later product changes do not affect it. */
    name: text('name').notNull(),
    pack: text('pack').notNull(),
    quantity: integer('quantity').notNull(),
    /** How many were missing when it was picked, before anything was delivered; null: nothing is known to be. */
    shortQuantity: integer('short_quantity'),
    /** null: not delivered yet. Less than ordered is a shortage. */
    deliveredQuantity: integer('delivered_quantity'),
    /** The delivered weight of a catch-weight line; null: not weighed, so its estimate is billed. */
    deliveredWeightGrams: integer('delivered_weight_grams'),
    unitPricePence: pence('unit_price_pence').notNull(),
    vatBasisPoints: integer('vat_basis_points').notNull(),
    /** Less the discounts. */
    netPence: pence('net_pence').notNull(),
    /** What each discount took off; null where none did. */
    discounts: jsonb('discounts').$type<DiscountShare[]>(),
    catchWeight: boolean('catch_weight').notNull().default(false),
    /** As they were when the order was placed. */
    note: text('note').notNull().default(''),
    substitution: jsonb('substitution').$type<SubstitutionChoice>(),
    /** The amounts as placed, while substitutes come for some of the line; null otherwise. */
    placed: jsonb('placed').$type<PlacedAmounts>(),
    /** The position of the line whose missing goods this substitute replaces; null for a line that was ordered. */
    standsFor: integer('stands_for'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_product').on(table.product_no),
    index('order_lines_agreed_substitute')
      .on(sql`(substitution ->> 'product_no')`)
      .where(sql`substitution ->> 'kind' = 'take'`),
  ],
)
