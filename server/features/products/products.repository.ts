import type { Product } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/products/product-columns.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

type Detail = Product & { description: string; ingredients: string; origin: string }

// These are written by hand: their columns are those of the searches, and `products_page` ends most of them (budget: search).

const detail = statement<Detail, { product_no: string; priceListId: string }>(
  'products_detail',
  `SELECT ${PRODUCT_COLUMNS}, p.description, p.ingredients, p.origin
   FROM products p ${productJoins(':priceListId')} WHERE p.product_no = :product_no AND p.active`,
)

export const findProductDetail = async (
  executor: Database | Connection,
  product_no: string,
  priceListId: string,
): Promise<Detail | undefined> => (await detail(executor, { product_no, priceListId }))[0]

const listed = statement<Product, { product_nos: readonly string[]; priceListId: string }>(
  'products_page',
  `SELECT ${PRODUCT_COLUMNS} FROM unnest(:product_nos::text[]) WITH ORDINALITY AS page (product_no, place)
   JOIN products p ON p.product_no = page.product_no AND p.active
   ${productJoins(':priceListId')} ORDER BY page.place`,
)

export const readProducts = (
  executor: Database | Connection,
  product_nos: readonly string[],
  priceListId: string,
): Promise<Product[]> => listed(executor, { product_nos, priceListId })

const BY_PRICE = { price: 'pr.pence', price_descending: 'pr.pence DESC NULLS LAST' }

type Priced = {
  product_nos: readonly string[]
  /** Those from this place on come after the others. */
  similarFrom: number
  priceListId: string
  offset: number
  limit: number
}

const byPrice = (sort: keyof typeof BY_PRICE) =>
  statement<{ product_no: string }, Priced>(
    `products_by_${sort}`,
    `SELECT found.product_no FROM unnest(:product_nos::text[]) WITH ORDINALITY AS found (product_no, place)
       LEFT JOIN prices pr ON pr.price_list_id = :priceListId AND pr.product_no = found.product_no
     ORDER BY found.place > :similarFrom, ${BY_PRICE[sort]}, found.place OFFSET :offset LIMIT :limit`,
  )

const SORTED = { price: byPrice('price'), price_descending: byPrice('price_descending') }

/** A page of these products by price, those without a price last and equal ones in the given order. */
export const sortedByPrice = async (
  database: Database,
  { sort, ...priced }: Priced & { sort: keyof typeof BY_PRICE },
): Promise<string[]> => (await SORTED[sort](database, priced)).map(({ product_no }) => product_no)
