import { and, asc, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
import {
  type AccountRequestKind,
  type AccountRequestState,
  accountRequests,
} from '#server/db/schema/joining.ts'
import { priceLists } from '#server/db/schema/prices.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

export type RequestRow = typeof accountRequests.$inferSelect
export type ToldRequest = { request: RequestRow; decidedBy: string | null }

const text = sql`unaccent(lower(concat_ws(' ', ${accountRequests.businessName}, ${accountRequests.contactName},
  ${accountRequests.email}, ${accountRequests.contactPhone}, array_to_string(${accountRequests.addressLines}, ' '),
  ${accountRequests.town}, ${accountRequests.postcode}, ${accountRequests.companyNo}, ${accountRequests.customerId})))`

const SORTS = {
  createdAt: accountRequests.createdAt,
  businessName: sql`lower(${accountRequests.businessName})`,
  postcode: accountRequests.postcode,
}
export type RequestSort = keyof typeof SORTS

const isOpen: SQL = sql`${accountRequests.state} = 'open'`

export const searchRequests = async (
  database: Database,
  asked: {
    text: string
    state: AccountRequestState | undefined
    kind: AccountRequestKind | undefined
    sort: { sort: RequestSort; descending: boolean } | undefined
    limit: number
    offset: number
  },
): Promise<{ data: ToldRequest[]; total: number }> => {
  const where = and(
    asked.state && eq(accountRequests.state, asked.state),
    asked.kind && eq(accountRequests.kind, asked.kind),
    ...holdsEachWord(text, asked.text),
  )
  const by = asked.sort && (asked.sort.descending ? desc : asc)(SORTS[asked.sort.sort])
  const [data, counted] = await Promise.all([
    database
      .select({ request: accountRequests, decidedBy: users.username })
      .from(accountRequests)
      .leftJoin(users, eq(users.id, accountRequests.decidedBy))
      .where(where)
      .orderBy(
        // Sorted by date, undecided requests come first.
        ...(asked.sort === undefined || asked.sort.sort === 'createdAt' ? [desc(isOpen)] : []),
        ...(by ? [by] : []),
        desc(accountRequests.createdAt),
        asc(accountRequests.id),
      )
      .limit(asked.limit)
      .offset(asked.offset),
    database.select({ total: count() }).from(accountRequests).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export const countOpenRequests = (executor: Database | Connection): Promise<number> =>
  executor.$count(accountRequests, isOpen)

export const findRequest = async (
  executor: Database | Connection,
  id: string,
): Promise<ToldRequest | undefined> =>
  (
    await executor
      .select({ request: accountRequests, decidedBy: users.username })
      .from(accountRequests)
      .leftJoin(users, eq(users.id, accountRequests.decidedBy))
      .where(eq(accountRequests.id, id))
  )[0]

/** Two who decide at once queue here. */
export const lockRequest = async (connection: Connection, id: string): Promise<RequestRow | undefined> =>
  (await connection.select().from(accountRequests).where(eq(accountRequests.id, id)).for('update'))[0]

export const setDecision = async (
  connection: Connection,
  id: string,
  decision: Partial<typeof accountRequests.$inferInsert>,
): Promise<void> => {
  await connection.update(accountRequests).set(decision).where(eq(accountRequests.id, id))
}

const digitsOf = (value: SQL): SQL => sql`regexp_replace(${value}, '\\D', '', 'g')`
const lettersOf = (value: SQL): SQL => sql`regexp_replace(unaccent(lower(${value})), '[^a-z0-9]', '', 'g')`

/** Accounts with the same address of mail, telephone, name or postcode, other than the request's own. */
export const findSimilarCustomers = async (
  database: Database,
  { email, contactPhone, businessName, postcode, customerId }: RequestRow,
) => {
  const same = {
    // Drizzle leaves the table out of the columns of a query of one table.
    email: sql<boolean>`(lower(${customers.contactEmail}) = lower(${email}) OR EXISTS (
      SELECT 1 FROM customer_users cu JOIN users u ON u.id = cu.user_id
      WHERE cu.customer_id = customers.id AND lower(u.email) = lower(${email})))`,
    phone: sql<boolean>`(${digitsOf(sql`${customers.contactPhone}`)} <> ''
      AND ${digitsOf(sql`${customers.contactPhone}`)} = ${digitsOf(sql`${contactPhone}::text`)})`,
    name: sql<boolean>`(${lettersOf(sql`${customers.name}`)} = ${lettersOf(sql`${businessName}::text`)})`,
    postcode: sql<boolean>`(${customers.postcode} = ${postcode})`,
  }
  const points = sql`${same.email}::int * 4 + ${same.phone}::int * 3 + ${same.name}::int * 3 + ${same.postcode}::int`
  const { name, town } = customers
  return await database
    .select({ id: customers.id, name, town, postcode: customers.postcode, same })
    .from(customers)
    .where(and(sql`${points} > 0`, customerId === null ? undefined : ne(customers.id, customerId)))
    .orderBy(desc(points), customers.name, customers.id)
    .limit(5)
}

export const findPriceLists = (database: Database) =>
  database.select().from(priceLists).orderBy(priceLists.name, priceLists.id)

/** @returns undefined where the account has none of its own */
export const lockCustomer = async (connection: Connection, id: string) =>
  (await connection.select().from(customers).where(eq(customers.id, id)).for('update'))[0]

export const setOnStop = async (connection: Connection, id: string, onStop: boolean): Promise<void> => {
  await connection.update(customers).set({ onStop }).where(eq(customers.id, id))
}

/** Does nothing where the person has it already. */
export const linkUserOnce = async (
  connection: Connection,
  link: typeof customerUsers.$inferInsert,
): Promise<void> => {
  await connection.insert(customerUsers).values(link).onConflictDoNothing()
}
