import { createHash } from 'node:crypto'
import type { AgentBill, AgentBillPreview, agentBills, BillOrder, BillPeriod } from '#contract/agent-bills.ts'
import { sortOf } from '#contract/values.ts'
import { type AgentTerms, agentTotals, commissionPence } from '#domain/agents.ts'
import { amountCell, BYTE_ORDER_MARK, type CsvCell, csvLine } from '#domain/csv.ts'
import { dayPlus } from '#domain/london-time.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  type AgentBillRow,
  type AgentRow,
  type FoundBill,
  findAgent,
  findBill,
  findBillableAgents,
  findOrdersOfAgent,
  findOrdersOfBill,
  insertBill,
  lockAgent,
  reverseBill,
  searchBills,
} from './agent-bills.repository.ts'

const DAYS_MOST = 366

/** Bills of agents. An order is on one bill at most that is not reversed, which an index makes sure of. */
export const agentBillsService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): Answers<typeof agentBills> => ({
  agents: async () => ({ data: await findBillableAgents(database) }),

  search: async ({ body: { queryString = '', state, agentCode, sort_by, page = 1, pageLength = 24 } }) => {
    const { data, total } = await searchBills(database, {
      text: queryString,
      state,
      agentCode,
      sort: sort_by && sortOf(sort_by),
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    return { data: data.map(toReply), total, page, pageLength }
  },

  look: async ({ params: { id } }) => ({
    bill: toReply(await requireBill(database, id)),
    orders: (await findOrdersOfBill(database, id)).map(toOrder),
  }),

  preview: async ({ body }) => {
    requirePeriod(body)
    const agent = await findAgent(database, body.agentCode)
    if (agent === undefined) throw unknownAgent()
    return await previewOf(database, agent, body)
  },

  approve: async ({ user: { userId }, body: { id, seen, ...period } }) => {
    requirePeriod(period)
    await inTransaction(database, async (connection) => {
      const agent = await lockAgent(connection, period.agentCode)
      if (agent === undefined) throw unknownAgent()
      if ((await findBill(connection, id)) !== undefined) return
      const preview = await previewOf(connection, agent, period)
      if (preview.seen !== seen)
        throw new Refusal('version_mismatch', {
          message: 'Something has changed since you looked. Look at the orders again.',
        })
      if (preview.orders.length === 0)
        throw new Refusal('invalid_request', { message: 'There is nothing to bill in these days.' })
      const { netPence, commissionPence: commission, chargesPence, totalPence } = preview
      await insertBill(
        connection,
        {
          id,
          ...period,
          agentName: agent.name,
          commissionBasisPoints: agent.commissionBasisPoints,
          chargePerOrderPence: agent.chargePerOrderPence,
          netPence,
          commissionPence: commission,
          chargesPence,
          totalPence,
          approvedAt: now(),
          approvedBy: userId,
        },
        preview.orders.map((order) => ({
          orderId: order.orderId,
          netPence: order.netPence,
          commissionPence: order.commissionPence,
        })),
      )
    })
    return toReply(await requireBill(database, id))
  },

  reverse: async ({ user: { userId }, params: { id } }) => {
    await inTransaction(database, (connection) => reverseBill(connection, { id, at: now(), userId }))
    return toReply(await requireBill(database, id))
  },

  exportData: async ({ params: { id }, reply }) => {
    const { bill } = await requireBill(database, id)
    const orders = await findOrdersOfBill(database, id)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="agent-bill-${bill.billNo}.csv"`)
    return reply.send(billCsv(bill, orders.map(toOrder))) as never
  },
})

const COLUMNS: Record<string, (order: BillOrder, bill: AgentBillRow) => CsvCell> = {
  Bill: (_, { billNo }) => billNo,
  Agent: (_, { agentCode }) => agentCode,
  Order: ({ orderNo }) => Number(orderNo),
  'Account number': ({ customerId }) => customerId,
  Account: ({ customerName }) => customerName,
  'Delivery day': ({ deliveryDay }) => deliveryDay,
  'Goods (£)': ({ netPence }) => amountCell(netPence),
  'Commission (£)': (order) => amountCell(order.commissionPence),
  'Charge (£)': (_, { chargePerOrderPence }) => amountCell(chargePerOrderPence),
}

const billCsv = (bill: AgentBillRow, orders: readonly BillOrder[]): string =>
  BYTE_ORDER_MARK +
  [
    csvLine(Object.keys(COLUMNS)),
    ...orders.map((order) => csvLine(Object.values(COLUMNS).map((read) => read(order, bill)))),
  ].join('')

const requirePeriod = ({ firstDay, lastDay }: BillPeriod): void => {
  if (firstDay > lastDay) throw refused('lastDay', 'is before the first day')
  if (dayPlus(firstDay, DAYS_MOST) <= lastDay)
    throw refused('lastDay', 'is more than a year after the first day')
}

const refused = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `body/${field}`, message }] })

const unknownAgent = (): Refusal => refused('agentCode', 'is no agent’s code')

const previewOf = async (
  executor: Database | Connection,
  agent: AgentRow,
  period: BillPeriod,
): Promise<AgentBillPreview> => {
  const all = await findOrdersOfAgent(executor, period)
  const terms: AgentTerms = {
    commissionBasisPoints: agent.commissionBasisPoints,
    chargePerOrderPence: agent.chargePerOrderPence,
  }
  const orders = all.flatMap(({ netPence, isBilled, ...order }): BillOrder[] =>
    netPence === null || isBilled
      ? []
      : [toOrder({ ...order, netPence, commissionPence: commissionPence(netPence, terms) })],
  )
  const totals = agentTotals(
    orders.map(({ netPence }) => netPence),
    terms,
  )
  return {
    agentName: agent.name,
    ...terms,
    orderCount: orders.length,
    ...totals,
    orders,
    notInvoiced: all.filter(({ netPence, isBilled }) => netPence === null && !isBilled).length,
    billed: all.filter(({ isBilled }) => isBilled).length,
    seen: createHash('sha256')
      .update(JSON.stringify([period, terms, orders.map(({ orderId, netPence }) => [orderId, netPence])]))
      .digest('base64url'),
  }
}

const requireBill = async (database: Database, id: string): Promise<FoundBill> => {
  const found = await findBill(database, id)
  if (found === undefined) throw new Refusal('record_not_found')
  return found
}

const toOrder = ({ orderNo, ...order }: Omit<BillOrder, 'orderNo'> & { orderNo: number }): BillOrder => ({
  ...order,
  orderNo: String(orderNo),
})

const toReply = ({ bill, approvedBy, reversedBy, orderCount }: FoundBill): AgentBill => ({
  id: bill.id,
  billNo: String(bill.billNo),
  agentCode: bill.agentCode,
  agentName: bill.agentName,
  firstDay: bill.firstDay,
  lastDay: bill.lastDay,
  state: bill.reversedAt === null ? 'approved' : 'reversed',
  approvedAt: bill.approvedAt.toISOString(),
  approvedBy,
  reversedAt: bill.reversedAt?.toISOString() ?? null,
  reversedBy,
  commissionBasisPoints: bill.commissionBasisPoints,
  chargePerOrderPence: bill.chargePerOrderPence,
  orderCount,
  netPence: bill.netPence,
  commissionPence: bill.commissionPence,
  chargesPence: bill.chargesPence,
  totalPence: bill.totalPence,
})
