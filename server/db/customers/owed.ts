import { sql } from 'drizzle-orm'

/**
 * What is owed, and what orders on account will add when they are billed. Columns are qualified by hand, since a select from
 * one table leaves out its name, which these subqueries need.
 */
export const OWED_PENCE = sql<number>`(
  (SELECT coalesce(sum(CASE kind WHEN 'invoice' THEN total_pence ELSE -total_pence END), 0)
    FROM invoices WHERE invoices.customer_id = customers.id)
  - (SELECT coalesce(sum(amount_pence), 0) FROM account_payments WHERE account_payments.customer_id = customers.id)
  - (SELECT coalesce(sum(payments.amount_pence), 0)
    FROM payments JOIN orders ON orders.id = payments.order_id
    WHERE orders.customer_id = customers.id AND payments.state = 'paid'
      AND EXISTS (SELECT FROM invoices WHERE invoices.order_id = orders.id))
  + (SELECT coalesce(sum(orders.total_pence), 0) FROM orders
    WHERE orders.customer_id = customers.id AND orders.cancelled_at IS NULL AND orders.replaced_at IS NULL
      AND NOT EXISTS (SELECT FROM invoices WHERE invoices.order_id = orders.id)
      AND NOT EXISTS (SELECT FROM payments WHERE payments.order_id = orders.id)))`
