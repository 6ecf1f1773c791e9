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

/** Lengthens an order to `count` lines. @returns their products */
export const lengthenOrder = (trolly: TrollyServer, orderNo: string, count: number): Promise<string[]> =>
  asking(trolly, async (client) => {
    await client.query(
      `INSERT INTO order_lines
         (order_id, position, product_no, name, pack, quantity, unit_price_pence, vat_basis_points, net_pence)
       SELECT o.id, 1000 + row_number() OVER (ORDER BY p.product_no), p.product_no, p.name, p.pack, 2, 100, 0, 200
       FROM orders o, products p
       WHERE o.order_no = $1 AND o.replaced_at IS NULL AND p.active AND NOT p.catch_weight
         AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.product_no = p.product_no)
       LIMIT $2 - (SELECT count(*) FROM order_lines l JOIN orders ON orders.id = l.order_id WHERE order_no = $1)`,
      [orderNo, count],
    )
    const { rows } = await client.query<{ product_no: string }>(
      'SELECT l.product_no FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.order_no = $1 AND o.replaced_at IS NULL',
      [orderNo],
    )
    return rows.map(({ product_no }) => product_no)
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

/** The last delivered order of an account, as if it had come at that moment. */
export const deliverOrder = (
  trolly: TrollyServer,
  customerName: string,
  at: Date,
): Promise<{ id: string; orderNo: string; names: string[] }> =>
  asking(trolly, async (client) => {
    const { orderNo } = await findPastOrder(trolly, customerName)
    const { rows } = await client.query<{ id: string }>(
      'UPDATE orders SET delivered_at = $2 WHERE order_no = $1 AND replaced_at IS NULL RETURNING id',
      [orderNo, at],
    )
    const lines = await client.query<{ name: string }>(
      `SELECT name FROM order_lines WHERE order_id = $1 AND NOT catch_weight AND delivered_quantity = quantity ORDER BY position`,
      [rows[0]?.id],
    )
    return { id: rows[0]?.id ?? '', orderNo, names: lines.rows.map(({ name }) => name) }
  })

/** Has the customer of an order agree to another product in place of its first line. */
export const agreeOnSubstitute = (
  trolly: TrollyServer,
  orderNo: string,
): Promise<{ id: string; name: string; quantity: number; substitute: string }> =>
  asking(trolly, async (client) => {
    const { rows } = await client.query<{
      id: string
      name: string
      quantity: number
      substitute: string
    }>(
      `WITH short AS (
         SELECT o.id, l.position, l.name, l.quantity, c.price_list_id FROM orders o
         JOIN customers c ON c.id = o.customer_id JOIN order_lines l ON l.order_id = o.id
         WHERE o.order_no = $1 AND o.replaced_at IS NULL ORDER BY l.position LIMIT 1
       ), instead AS (
         SELECT short.id, short.position, p.*, prices.pence FROM short JOIN prices USING (price_list_id)
         JOIN products p USING (product_no) JOIN stock s USING (product_no)
         WHERE p.active AND NOT p.catch_weight AND s.quantity > 20 AND p.contains IS NOT NULL AND p.may_contain IS NOT NULL
           AND p.name <> short.name
         ORDER BY p.product_no LIMIT 1
       ), agreed AS (
         UPDATE order_lines l SET substitution = jsonb_build_object('kind', 'take', 'product_no', i.product_no,
           'seen', jsonb_build_object('name', i.name, 'pack', i.pack, 'pricePence', i.pence, 'contains', i.contains,
             'mayContain', i.may_contain),
           'confirmed', jsonb_build_object('contains', i.contains, 'mayContain', i.may_contain, 'unknown', false))
         FROM instead i WHERE l.order_id = i.id AND l.position = i.position
       )
       SELECT short.id, short.name, short.quantity, instead.name AS substitute FROM short JOIN instead USING (id)`,
      [orderNo],
    )
    const [order] = rows
    if (order === undefined) throw new Error(`Order ${orderNo} has no line that a product could replace.`)
    return order
  })

/** Every product that has a stock at all, in plenty. */
export const stockUp = (trolly: TrollyServer): Promise<void> =>
  asking(trolly, async (client) => {
    await client.query('UPDATE stock SET quantity = 1000')
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
