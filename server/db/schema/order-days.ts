import { date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { OrderChannel } from '#domain/orders-per-day.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { pence } from './columns.ts'

/**
 * Sums of the orders that count, which are neither cancelled nor replaced, for reports. Only triggers write it, with the orders
 * themselves; `rebuild_order_days()` makes it anew from them.
 */
export const orderDays = pgTable(
  'order_days',
  {
    deliveryDay: date('delivery_day', { mode: 'string' }).notNull(),
    customerId: text('customer_id').notNull(),
    depot: text('depot').notNull(),
    method: text('method').$type<DeliveryMethod>().notNull(),
    channel: text('channel').$type<OrderChannel>().notNull(),
    /** Lower bound of a range (`HOURS_BEFORE` in domain/orders-per-day.ts). */
    hours: smallint('hours').notNull(),
    orders: integer('orders').notNull(),
    lines: integer('lines').notNull(),
    netPence: pence('net_pence').notNull(),
    totalPence: pence('total_pence').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.deliveryDay, table.customerId, table.depot, table.method, table.channel, table.hours],
    }),
    index('order_days_customer').on(table.customerId, table.deliveryDay),
  ],
)
