import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

/** Ranks products by a year's orders. Ranks change only when sales double or halve, since every device downloads each change. */
export const deriveSalesRanks = async (executor: Database | Connection, now: Date): Promise<number> =>
  (await derive(executor, { now })).length

/** The rank of a product ordered once: 2^20 exceeds any year's orders. */
const WORST = 20

/** Written by hand: one pass over a year's order lines, written only where a rank has changed. */
const derive = statement<{ product_no: string }, { now: Date }>(
  'sales_ranks_derive',
  `UPDATE products p SET derived_sales_rank = r.rank FROM (
     SELECT p.product_no, ${WORST} - floor(log(2, sold.times))::int AS rank
     FROM products p LEFT JOIN (
       SELECT l.product_no, count(*)::numeric AS times FROM orders o JOIN order_lines l ON l.order_id = o.id
       WHERE o.placed_at > :now::timestamptz - interval '1 year' GROUP BY l.product_no
     ) sold ON sold.product_no = p.product_no
     WHERE p.sales_rank IS NULL
   ) r
   WHERE r.product_no = p.product_no AND p.derived_sales_rank IS DISTINCT FROM r.rank
   RETURNING p.product_no`,
)
