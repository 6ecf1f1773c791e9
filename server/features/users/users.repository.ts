import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AccountType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { changes } from '#server/db/schema/changes.ts'
import { customers } from '#server/db/schema/customers.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { UserRow } from '#server/features/auth/auth.repository.ts'

export type FoundUser = {
  user: UserRow
  customerIds: string[]
  passkeys: number
  secondFactor: boolean
  devices: number
  lastUsedAt: Date | null
}

// Drizzle leaves the table out of the columns of a query of one table, so these name it themselves.
const customerIds = sql<string[]>`ARRAY(
  SELECT cu.customer_id FROM customer_users cu WHERE cu.user_id = users.id ORDER BY 1)`
const lastUsedAt = sql<Date | null>`(SELECT max(t.last_used_at) FROM tokens t WHERE t.user_id = users.id)`

const FOUND = {
  user: users,
  customerIds,
  passkeys: sql<number>`(SELECT count(*)::int FROM passkeys p WHERE p.user_id = users.id)`,
  secondFactor: sql<boolean>`EXISTS (SELECT FROM second_factors s WHERE s.user_id = users.id)`,
  devices: sql<number>`(SELECT count(*)::int FROM tokens t
    WHERE t.user_id = users.id AND t.revoked_at IS NULL AND t.expires_at > now())`,
  lastUsedAt: lastUsedAt.mapWith(users.createdAt),
}

const SORTS = {
  username: sql`lower(${users.username})`,
  email: sql`lower(${users.email})`,
  accountType: users.accountType,
  lastUsedAt: sql`${lastUsedAt} NULLS LAST`,
}
export type UserSort = keyof typeof SORTS

const text: SQL = sql`unaccent(lower(concat_ws(' ', ${users.username}, ${users.email}, array_to_string(${customerIds}, ' '))))`

export const searchUsers = async (
  database: Database,
  asked: {
    text: string
    isStopped: boolean
    accountType: AccountType | undefined
    sort: { sort: UserSort; descending: boolean } | undefined
    limit: number
    offset: number
  },
): Promise<{ data: FoundUser[]; total: number }> => {
  const where = and(
    isNull(users.erasedAt),
    asked.isStopped ? isNotNull(users.deactivatedAt) : isNull(users.deactivatedAt),
    asked.accountType && eq(users.accountType, asked.accountType),
    ...holdsEachWord(text, asked.text),
  )
  const by = orderOf(asked.sort)
  const [data, counted] = await Promise.all([
    database
      .select(FOUND)
      .from(users)
      .where(where)
      .orderBy(...by, asc(SORTS.username), asc(users.id))
      .limit(asked.limit)
      .offset(asked.offset),
    database.select({ total: count() }).from(users).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

const orderOf = (sorted: { sort: UserSort; descending: boolean } | undefined): SQL[] => {
  if (sorted === undefined) return []
  // Whoever was never seen comes last either way.
  if (sorted.sort === 'lastUsedAt')
    return [sorted.descending ? sql`${lastUsedAt} DESC NULLS LAST` : sql`${lastUsedAt} NULLS LAST`]
  return [(sorted.descending ? desc : asc)(SORTS[sorted.sort])]
}

export const findUserOfOffice = async (
  executor: Database | Connection,
  id: string,
): Promise<FoundUser | undefined> =>
  (
    await executor
      .select(FOUND)
      .from(users)
      .where(and(eq(users.id, id), isNull(users.erasedAt)))
  )[0]

/** Those that are not there. */
export const findUnknownCustomers = async (
  connection: Connection,
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const known = await connection
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
  return ids.filter((id) => !known.some((row) => row.id === id))
}

export const setCustomersOf = async (
  connection: Connection,
  userId: string,
  ids: readonly string[],
): Promise<void> => {
  await connection.delete(customerUsers).where(eq(customerUsers.userId, userId))
  if (ids.length > 0)
    await connection.insert(customerUsers).values(ids.map((customerId) => ({ userId, customerId })))
}

export const insertUserOnce = async (
  connection: Connection,
  user: typeof users.$inferInsert,
): Promise<boolean> =>
  (await connection.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })).length > 0

/** What an administrator did: users have no trigger that notes it, since a row holds what nobody may read. */
export const noteUserChange = async (
  connection: Connection,
  change: Omit<typeof changes.$inferInsert, 'noun' | 'batchId'>,
): Promise<void> => {
  await connection.insert(changes).values({ ...change, noun: 'user' })
}
