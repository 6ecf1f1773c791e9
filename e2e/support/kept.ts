import pg from 'pg'

/** What the server stored, read directly from its database. */
export type Kept = {
  lines: { product_no: string; quantity: number; removed: boolean }[]
  /** Numbers of the orders placed from the trolly: at most one. */
  orderNos: string[]
}

export const readKept = async (databaseUrl: string, trollyId: string): Promise<Kept> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const lines = await client.query<Kept['lines'][number]>(
      'SELECT product_no, quantity, removed FROM basket_lines WHERE basket_id = $1 ORDER BY product_no',
      [trollyId],
    )
    const orders = await client.query<{ order_no: string }>(
      'SELECT order_no FROM orders WHERE basket_id = $1',
      [trollyId],
    )
    return { lines: lines.rows, orderNos: orders.rows.map(({ order_no }) => String(order_no)) }
  } finally {
    await client.end()
  }
}
