import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { products } from '#server/db/schema/products.ts'

/** In order of their numbers. */
export const findProductNumbers = async (
  database: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> => {
  const rows = await database
    .select({ product_no: products.product_no })
    .from(products)
    .where(eq(products.active, true))
    .orderBy(asc(products.product_no))
    .limit(limit)
    .offset(offset)
  return rows.map(({ product_no }) => product_no)
}

export const countProducts = (database: Database): Promise<number> =>
  database.$count(products, eq(products.active, true))

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
