import pg from 'pg'
import type { TrollyServer } from './server.ts'

export type PastLine = { product_no: string; name: string; quantity: number; pence: number }
export type PastOrder = { orderNo: string; priceListId: string; lines: PastLine[] }

/** The last delivered order of an account whose first lines each have at least two priced pieces. */
export const findPastOrder = (trolly: TrollyServer, customerName: string): Promise<PastOrder> =>
  asking(trolly, async (client) => {
    const found = await client.query<{ id: string; orderNo: string; priceListId: string }>(
      `SELECT o.id, o.order_no::text AS "orderNo", c.price_list_id AS "priceListId"
       FROM orders o JOIN customers c ON c.id = o.customer_id
       WHERE c.name = $1 AND o.status = 'delivered' ORDER BY o.placed_at DESC LIMIT 1`,
      [customerName],
    )
    const [order] = found.rows
    if (order === undefined) throw new Error(`${customerName} has no delivered order.`)
    const lines = await client.query<PastLine>(
      `SELECT l.product_no, l.name, l.quantity, l.unit_price_pence::int AS pence FROM order_lines l
       JOIN products p USING (product_no) WHERE l.order_id = $1
       ORDER BY (p.active AND l.quantity > 1 AND NOT l.catch_weight) DESC, l.position`,
      [order.id],
    )
    return { orderNo: order.orderNo, priceListId: order.priceListId, lines: lines.rows }
  })

/** Makes an order's cut-off pass. */
export const closeOrder = (trolly: TrollyServer, orderNo: string): Promise<void> =>
  asking(trolly, async (client) => {
    const { rowCount } = await client.query(
      "UPDATE orders SET cut_off_at = placed_at - interval '1 minute' WHERE order_no = $1 AND replaced_at IS NULL",
      [orderNo],
    )
    if (rowCount !== 1) throw new Error(`There is no order ${orderNo}.`)
  })

const asking = async <Answer>(
  trolly: TrollyServer,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> => {
  const client = new pg.Client({ connectionString: trolly.databaseUrl() })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
