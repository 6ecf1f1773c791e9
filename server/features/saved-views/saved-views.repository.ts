import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { SavedView } from '#contract/saved-views.ts'
import type { Database } from '#server/db/database.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

const { id, screen, name, query } = savedViews

export const findViews = (database: Database, userId: string): Promise<SavedView[]> =>
  database
    .select({ id, screen, name, query })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(sql`lower(${name})`), asc(name), asc(id))

/** Waits for another save of the user: their number and names are read before a view is written. */
export const lockViewsOf = async (connection: Connection, userId: string): Promise<void> => {
  await connection.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/** How many others the user has, and whether one of them has the name. */
export const findOthers = async (
  connection: Connection,
  userId: string,
  view: SavedView,
): Promise<{ others: number; isTaken: boolean }> => {
  const isNamed = and(eq(screen, view.screen), eq(name, view.name))
  const [row] = await connection
    .select({ others: count(), isTaken: sql<boolean>`coalesce(bool_or(${isNamed}), false)` })
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), ne(id, view.id)))
  return row ?? { others: 0, isTaken: false }
}

/** @returns false if the view belongs to somebody else */
export const putView = async (connection: Connection, userId: string, view: SavedView): Promise<boolean> => {
  const rows = await connection
    .insert(savedViews)
    .values({ userId, ...view })
    .onConflictDoUpdate({
      target: id,
      set: { screen: view.screen, name: view.name, query: view.query },
      setWhere: eq(savedViews.userId, userId),
    })
    .returning({ id })
  return rows.length > 0
}

export const deleteView = async (database: Database, userId: string, viewId: string): Promise<void> => {
  await database.delete(savedViews).where(and(eq(id, viewId), eq(savedViews.userId, userId)))
}
