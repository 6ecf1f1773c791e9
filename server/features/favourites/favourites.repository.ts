import { and, count, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'

export type FavouriteOf = { userId: string; product_no: string }

/** @returns when it became one, which a repeat does not change; undefined where no such product is sold */
export const insertFavourite = async (
  connection: Connection,
  { userId, product_no }: FavouriteOf,
  addedAt: Date,
): Promise<Date | undefined> => {
  const sold = await connection
    .select({ product_no: products.product_no })
    .from(products)
    .where(and(eq(products.product_no, product_no), eq(products.active, true)))
  if (sold.length === 0) return undefined
  const [row] = await connection
    .insert(favourites)
    .values({ userId, product_no, addedAt })
    .onConflictDoUpdate({
      target: [favourites.userId, favourites.product_no],
      // Changes nothing, so that the row that was there is returned.
      set: { product_no },
    })
    .returning({ addedAt: favourites.addedAt })
  return row?.addedAt
}

export const deleteFavourite = async (
  connection: Connection,
  { userId, product_no }: FavouriteOf,
): Promise<void> => {
  await connection
    .delete(favourites)
    .where(and(eq(favourites.userId, userId), eq(favourites.product_no, product_no)))
}

export const findFavouriteNumbers = async (database: Database, userId: string): Promise<string[]> => {
  const rows = await database
    .select({ product_no: favourites.product_no })
    .from(favourites)
    .where(eq(favourites.userId, userId))
  return rows.map(({ product_no }) => product_no)
}

export const searchFavourites = async (
  database: Database,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: { product_no: string; addedAt: Date }[]; total: number }> => {
  const own = eq(favourites.userId, userId)
  const [data, counted] = await Promise.all([
    database
      .select({ product_no: favourites.product_no, addedAt: favourites.addedAt })
      .from(favourites)
      .where(own)
      .orderBy(desc(favourites.addedAt), favourites.product_no)
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(favourites).where(own),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}
