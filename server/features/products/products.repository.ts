import type { Product } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/products/product-columns.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

type Detail = Product & { description: string; ingredients: string; origin: string } & Expected

/** null: nothing is known of more to come. */
type Expected = { expectedOn: string | null; expectedQuantity: number | null }

// These are written by hand: their columns are those of the searches, and `products_page` ends most of them (budget: search).

const detail = statement<Detail, { product_no: string; priceListId: string }>(
  'products_detail',
  `SELECT ${PRODUCT_COLUMNS}, p.description, p.ingredients, p.origin,
     s.expected_on::text AS "expectedOn", s.expected_quantity AS "expectedQuantity"
   FROM products p ${productJoins(':priceListId')} WHERE p.product_no = :product_no AND p.active`,
)

export const findProductDetail = async (
  executor: Database | Connection,
  product_no: string,
  priceListId: string,
): Promise<Detail | undefined> => (await detail(executor, { product_no, priceListId }))[0]

const listed = statement<Product, { product_nos: readonly string[]; priceListId: string }>(
  'products_page',
  `SELECT ${PRODUCT_COLUMNS} FROM products p ${productJoins(':priceListId')}
   WHERE p.product_no = ANY(:product_nos::text[]) AND p.active`,
)

/** In the given order, without those that are no longer sold. */
export const readProducts = async (
  executor: Database | Connection,
  product_nos: readonly string[],
  priceListId: string,
): Promise<Product[]> => {
  const rows = await listed(executor, { product_nos, priceListId })
  const byNumber = new Map(rows.map((row) => [row.product_no, row]))
  return product_nos.flatMap((product_no) => byNumber.get(product_no) ?? [])
}
