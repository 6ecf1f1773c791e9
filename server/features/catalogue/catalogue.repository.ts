import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { products } from '#server/db/schema/products.ts'

/** In order of their numbers. */
export const findProductNumbers = async (
  database: Database,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await database
    .select({ product_no: products.product_no })
    .from(products)
    .where(and(eq(products.active, true), gt(products.product_no, after)))
    .orderBy(asc(products.product_no))
    .limit(limit)
  return rows.map(({ product_no }) => product_no)
}

export type CataloguePlaces = { department: string; group: string; category: string }[]

/** Every department with its groups and their categories; '' where a product has none. */
export const findPlaces = async (database: Database): Promise<CataloguePlaces> =>
  await database
    .selectDistinct({
      department: products.department,
      group: products.group,
      category: products.category,
    })
    .from(products)
    .where(and(eq(products.active, true), ne(products.department, '')))
    .orderBy(asc(products.department), asc(products.group), asc(products.category))
