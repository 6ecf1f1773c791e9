import { type Connection, statement } from '#server/db/transaction.ts'

const lock = statement<{ product_no: string; quantity: number }, [string[]]>(
  'stock_lock',
  'SELECT product_no, quantity FROM stock WHERE product_no = ANY($1::text[]) ORDER BY product_no FOR UPDATE',
)

/** Locked until the transaction ends. Lock in order of product number, or transactions deadlock. */
export const lockStock = async (
  connection: Connection,
  product_nos: string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map((await lock(connection, product_nos)).map((row) => [row.product_no, row.quantity]))
