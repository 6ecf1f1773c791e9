import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { BOUGHT_MAX, BOUGHT_MONTHS, type Bought } from '#domain/bought.ts'
import { PURCHASES_DAYS, RECENTLY_PURCHASED_DAYS } from '#search/filters.ts'
import type { Database } from '#server/db/database.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

export type Purchase = { product_no: string; times: number; lastPlacedMs: number }

/** A kitchen's regular products number a few hundred. */
const PURCHASES_MAX = 5_000

// This is written by hand: searches rank and count by these (budget: search).

/** As in a device's history (findPastOrders): a change of an order would else count it twice, and nobody ordered a substitute. */
const COUNTS =
  'o.cancelled_at IS NULL AND o.replaced_at IS NULL AND o.confirmed_at IS NOT NULL AND l.stands_for IS NULL'

const find = statement<Purchase, { customerId: string; now: Date }>(
  'purchases_find',
  `SELECT l.product_no, count(DISTINCT o.id)::int AS times,
     floor(extract(epoch FROM max(o.placed_at)) * 1000)::float8 AS "lastPlacedMs"
   FROM orders o JOIN order_lines l ON l.order_id = o.id
   WHERE o.customer_id = :customerId AND o.placed_at > :now::timestamptz - interval '${PURCHASES_DAYS} days'
     AND ${COUNTS}
   GROUP BY l.product_no
   ORDER BY times DESC, l.product_no COLLATE "C" LIMIT ${PURCHASES_MAX}`,
)

export const findPurchases = (
  executor: Database | Connection,
  customerId: string,
  now: Date,
): Promise<Purchase[]> => find(executor, { customerId, now })

const recent = statement<{ product_no: string }, { customerId: string; now: Date }>(
  'products_recent',
  `SELECT DISTINCT l.product_no FROM orders o JOIN order_lines l ON l.order_id = o.id
   WHERE o.customer_id = :customerId AND o.placed_at > :now::timestamptz - interval '${RECENTLY_PURCHASED_DAYS} days'
     AND ${COUNTS}`,
)

/** For the filter "recently purchased". */
export const findRecentlyPurchased = async (
  executor: Database | Connection,
  customerId: string,
  now: Date,
): Promise<string[]> => (await recent(executor, { customerId, now })).map(({ product_no }) => product_no)

/** The latest first. */
export const findBought = (
  executor: Database | Connection,
  { customerId, product_no, now }: { customerId: string; product_no: string; now: Date },
): Promise<Bought[]> =>
  executor
    .select({
      day: orders.deliveryDay,
      quantity: orderLines.quantity,
      unitPricePence: orderLines.unitPricePence,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.product_no, product_no),
        eq(orders.customerId, customerId),
        sql`${orders.placedAt} > ${now.toISOString()}::timestamptz - make_interval(months => ${BOUGHT_MONTHS})`,
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
        // Substitutes may have replaced the whole line.
        gt(orderLines.quantity, 0),
      ),
    )
    .orderBy(desc(orders.deliveryDay), desc(orders.placedAt))
    .limit(BOUGHT_MAX)
