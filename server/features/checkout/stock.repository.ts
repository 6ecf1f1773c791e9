import { type Connection, statement } from '#server/db/transaction.ts'

const lock = statement<{ product_no: string; quantity: number }, [string[]]>(
  'stock_lock',
  'SELECT product_no, quantity FROM stock WHERE product_no = ANY($1::text[]) ORDER BY product_no FOR UPDATE',
)

/**
 * How much there is of each product, locked until the transaction ends. Rows are locked in the order of their numbers:
 * whoever locks several must do the same, or two wait for each other. A product without a row has none.
 */
export const lockStock = async (
  connection: Connection,
  product_nos: string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map((await lock(connection, product_nos)).map((row) => [row.product_no, row.quantity]))
