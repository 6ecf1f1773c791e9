import { and, asc, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { CLAIM_SORTS, Claim } from '#contract/claims.ts'
import { CLAIM_STATES, type ClaimState } from '#domain/claims.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { checkIns } from '#server/db/schema/check-ins.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import { readClaims } from './check-ins.repository.ts'

export type ClaimsQuery = {
  text: string
  state: ClaimState | undefined
  customerId: string | undefined
  sort: (typeof CLAIM_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

const SORTS: Record<ClaimsQuery['sort'], SQL> = {
  claimNo: sql`${checkIns.claimNo}`,
  customerName: sql`lower(${customers.name})`,
  receivedAt: sql`${checkIns.receivedAt}`,
}

const WORDS = sql`lower(unaccent(concat_ws(' ', ${checkIns.claimNo}, ${orders.orderNo}, ${customers.name}, ${customers.id})))`

/** @param connection with a snapshot, so that page and count agree */
export const searchClaims = async (
  connection: Connection,
  { text, state, customerId, sort, descending, limit, offset }: ClaimsQuery,
): Promise<{ data: Claim[]; total: number }> => {
  const where = and(
    isNotNull(checkIns.state),
    state && eq(checkIns.state, state),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    ...holdsEachWord(WORDS, text),
  )
  const data = await readClaims(connection, {
    where,
    orderBy: [descending ? desc(SORTS[sort]) : asc(SORTS[sort]), desc(checkIns.claimNo)],
    limit,
    offset,
  })
  const [counted] = await connection
    .select({ total: count() })
    .from(checkIns)
    .innerJoin(orders, eq(orders.id, checkIns.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(where)
  return { data, total: counted?.total ?? 0 }
}

export const findClaim = async (connection: Connection, id: string): Promise<Claim | undefined> => {
  const where = and(eq(checkIns.id, id), isNotNull(checkIns.state))
  return (await readClaims(connection, { where, orderBy: [], limit: 1, offset: 0 }))[0]
}

/** @param connection with a snapshot, so that the counts agree */
export const countClaims = async (connection: Connection) => {
  const byState = await connection
    .select({ state: checkIns.state, count: count() })
    .from(checkIns)
    .where(isNotNull(checkIns.state))
    .groupBy(checkIns.state)
  const byCustomer = await connection
    .select({ id: customers.id, name: customers.name, count: count() })
    .from(checkIns)
    .innerJoin(orders, eq(orders.id, checkIns.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(isNotNull(checkIns.state))
    .groupBy(customers.id, customers.name)
    .orderBy(sql`lower(${customers.name})`, customers.id)
  return {
    states: CLAIM_STATES.map((state) => ({
      state,
      count: byState.find((row) => row.state === state)?.count ?? 0,
    })),
    customers: byCustomer,
  }
}
