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

export const findProductDetail = async (
  executor: Database | Connection,
  product_no: string,
  priceListId: string,
): Promise<Detail | undefined> => (await detail(executor, product_no, priceListId))[0]

const listed = statement<Product, [product_nos: readonly string[], priceListId: string]>(
  'products_page',
  `SELECT ${PRODUCT_COLUMNS} FROM unnest($1::text[]) WITH ORDINALITY AS page (product_no, place)
   JOIN products p ON p.product_no = page.product_no AND p.active
   ${productJoins('$2')} ORDER BY page.place`,
)

export const readProducts = (
  executor: Database | Connection,
  product_nos: readonly string[],
  priceListId: string,
): Promise<Product[]> => listed(executor, product_nos, priceListId)
