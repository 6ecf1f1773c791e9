import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { agentBillOrders, agentBills, agents } from '#server/db/schema/agents.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import { creditNotes } from '#server/features/orders/order-summaries.ts'

type Executor = Database | Connection

export type AgentRow = typeof agents.$inferSelect
export type AgentBillRow = typeof agentBills.$inferSelect
export type FoundBill = {
  bill: AgentBillRow
  approvedBy: string | null
  reversedBy: string | null
  orderCount: number
}

/** Also those who have left or were deleted: their orders are still to be billed. */
export const findBillableAgents = (executor: Executor): Promise<Pick<AgentRow, 'code' | 'name'>[]> =>
  executor
    .select({ code: agents.code, name: agents.name })
    .from(agents)
    .orderBy(sql`lower(${agents.name})`, agents.code)
    .execute()

export const findAgent = async (executor: Executor, code: string): Promise<AgentRow | undefined> =>
  (await executor.select().from(agents).where(eq(agents.code, code)))[0]

/** So that one at a time bills the agent. */
export const lockAgent = async (connection: Connection, code: string): Promise<AgentRow | undefined> =>
  (await connection.select().from(agents).where(eq(agents.code, code)).for('update'))[0]

export type BillableRow = {
  orderId: string
  orderNo: number
  customerId: string
  customerName: string
  deliveryDay: string
  /** null: not invoiced yet. */
  netPence: number | null
  isBilled: boolean
}

/** The agent's delivered orders of a period, in the order of their days. */
export const findOrdersOfAgent = (
  executor: Executor,
  { agentCode, firstDay, lastDay }: { agentCode: string; firstDay: string; lastDay: string },
): Promise<BillableRow[]> =>
  executor
    .select({
      orderId: orders.id,
      orderNo: orders.orderNo,
      customerId: orders.customerId,
      customerName: customers.name,
      deliveryDay: orders.deliveryDay,
      netPence: sql<number | null>`(
        SELECT ${invoices.netPence} - (SELECT coalesce(sum(${creditNotes.netPence}), 0)::bigint FROM ${invoices} AS ${creditNotes} WHERE ${creditNotes.creditedInvoiceId} = ${invoices.id})
        FROM ${invoices} WHERE ${invoices.orderId} = ${orders.id} AND ${invoices.kind} = 'invoice')`,
      isBilled: sql<boolean>`EXISTS (
        SELECT FROM ${agentBillOrders} WHERE ${agentBillOrders.orderId} = ${orders.id} AND NOT ${agentBillOrders.reversed})`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        eq(orders.agentCode, agentCode),
        eq(orders.status, 'delivered'),
        sql`${orders.deliveryDay} BETWEEN ${firstDay}::date AND ${lastDay}::date`,
      ),
    )
    .orderBy(asc(orders.deliveryDay), asc(orders.orderNo))
    .execute()

export const insertBill = async (
  connection: Connection,
  bill: typeof agentBills.$inferInsert,
  lines: readonly { orderId: string; netPence: number; commissionPence: number }[],
): Promise<void> => {
  await connection.insert(agentBills).values(bill)
  // In parts, since a statement takes 65,535 parameters.
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    await connection
      .insert(agentBillOrders)
      .values(lines.slice(at, at + LINES_AT_ONCE).map((line) => ({ billId: bill.id, ...line })))
}
const LINES_AT_ONCE = 1_000

const approvers = alias(users, 'approvers')
const reversers = alias(users, 'reversers')

const selectBills = (executor: Executor, where: SQL | undefined) =>
  executor
    .select({
      bill: getTableColumns(agentBills),
      approvedBy: approvers.username,
      reversedBy: reversers.username,
      orderCount: sql<number>`(SELECT count(*) FROM ${agentBillOrders} WHERE ${agentBillOrders.billId} = ${agentBills.id})`,
    })
    .from(agentBills)
    .leftJoin(approvers, eq(approvers.id, agentBills.approvedBy))
    .leftJoin(reversers, eq(reversers.id, agentBills.reversedBy))
    .where(where)

export const findBill = async (executor: Executor, id: string): Promise<FoundBill | undefined> =>
  (await selectBills(executor, eq(agentBills.id, id)))[0]

const SORTS = {
  billNo: sql`${agentBills.billNo}`,
  agentName: sql`lower(${agentBills.agentName})`,
  lastDay: sql`${agentBills.lastDay}`,
  totalPence: sql`${agentBills.totalPence}`,
}

export const searchBills = async (
  database: Database,
  asked: {
    text: string
    state: 'approved' | 'reversed' | undefined
    agentCode: string | undefined
    sort: { sort: keyof typeof SORTS; descending: boolean } | undefined
    limit: number
    offset: number
  },
): Promise<{ data: FoundBill[]; total: number }> => {
  const where = and(
    asked.state &&
      (asked.state === 'approved'
        ? isNull(agentBills.reversedAt)
        : sql`${agentBills.reversedAt} IS NOT NULL`),
    asked.agentCode === undefined ? undefined : eq(agentBills.agentCode, asked.agentCode),
    ...holdsEachWord(
      sql`unaccent(lower(concat_ws(' ', ${agentBills.billNo}, ${agentBills.agentCode}, ${agentBills.agentName})))`,
      asked.text,
    ),
  )
  const by = asked.sort && (asked.sort.descending ? desc : asc)(SORTS[asked.sort.sort])
  const [data, counted] = await Promise.all([
    selectBills(database, where)
      .orderBy(...(by ? [by] : []), desc(agentBills.billNo))
      .limit(asked.limit)
      .offset(asked.offset),
    database.select({ total: count() }).from(agentBills).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** In the order of their days; as they were billed. */
export const findOrdersOfBill = (executor: Executor, billId: string) =>
  executor
    .select({
      orderId: orders.id,
      orderNo: orders.orderNo,
      customerId: orders.customerId,
      customerName: customers.name,
      deliveryDay: orders.deliveryDay,
      netPence: agentBillOrders.netPence,
      commissionPence: agentBillOrders.commissionPence,
    })
    .from(agentBillOrders)
    .innerJoin(orders, eq(orders.id, agentBillOrders.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(agentBillOrders.billId, billId))
    .orderBy(asc(orders.deliveryDay), asc(orders.orderNo))
    .execute()

/** Once: a second reversal changes nothing. @returns whether it did */
export const reverseBill = async (
  connection: Connection,
  { id, at, userId }: { id: string; at: Date; userId: string },
): Promise<boolean> => {
  const reversed = await connection
    .update(agentBills)
    .set({ reversedAt: at, reversedBy: userId })
    .where(and(eq(agentBills.id, id), isNull(agentBills.reversedAt)))
    .returning({ id: agentBills.id })
  if (reversed.length === 0) return false
  await connection
    .update(agentBillOrders)
    .set({ reversed: true })
    .where(inArray(agentBillOrders.billId, [id]))
  return true
}
