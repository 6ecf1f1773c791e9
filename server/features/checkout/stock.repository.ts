import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

/** Written by hand: a step of every checkout (budget: checkout p99). */
const lock = statement<{ product_no: string; quantity: number }, { product_nos: string[] }>(
  'stock_lock',
  'SELECT product_no, quantity FROM stock WHERE product_no = ANY(:product_nos::text[]) ORDER BY product_no FOR UPDATE',
)

/** Locked until the transaction ends. Lock in order of product number, or transactions deadlock. */
export const lockStock = async (
  connection: Connection,
  product_nos: string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map((await lock(connection, { product_nos })).map((row) => [row.product_no, row.quantity]))
