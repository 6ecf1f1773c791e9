import type { Product } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/product-columns.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

type Detail = Product & { description: string; ingredients: string; origin: string }

const detail = statement<Detail, [product_no: string, priceListId: string]>(
  'products_detail',
  `SELECT ${PRODUCT_COLUMNS}, p.description, p.ingredients, p.origin
   FROM products p ${productJoins('$2')} WHERE p.product_no = $1 AND p.active`,
)

/** All of a product that is sold. */
export const findProductDetail = async (
  executor: Database | Connection,
  product_no: string,
  priceListId: string,
): Promise<Detail | undefined> => (await detail(executor, product_no, priceListId))[0]
