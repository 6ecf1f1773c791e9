import { type Static, Type } from 'typebox'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import {
  Code,
  CustomerId,
  Day,
  Instant,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  Pence,
  SumPence,
  sortedBy,
  Uuid,
} from './values.ts'

/** What agents are due for the orders of their customers: looked at, approved, and reversed where that was wrong. */

export const AGENT_BILL_STATES = ['approved', 'reversed'] as const

const BillOrder = Strict({
  orderId: Uuid,
  orderNo: Type.String(),
  customerId: CustomerId,
  customerName: Type.String(),
  deliveryDay: Day,
  /** The goods as invoiced, less what was credited, without VAT. */
  netPence: SumPence,
  commissionPence: SumPence,
})
export type BillOrder = Static<typeof BillOrder>

const amounts = {
  commissionBasisPoints: Type.Integer(),
  chargePerOrderPence: Pence,
  orderCount: Type.Integer({ minimum: 0 }),
  netPence: SumPence,
  commissionPence: SumPence,
  chargesPence: SumPence,
  /** The commission less the charges; below zero, the agent owes it. */
  totalPence: SumPence,
}

const AgentBill = Strict({
  id: Uuid,
  billNo: Type.String(),
  agentCode: Type.String(),
  agentName: Type.String(),
  firstDay: Day,
  lastDay: Day,
  state: oneOf(AGENT_BILL_STATES),
  approvedAt: Instant,
  approvedBy: nullable(Type.String()),
  reversedAt: nullable(Instant),
  reversedBy: nullable(Type.String()),
  ...amounts,
})
export type AgentBill = Static<typeof AgentBill>

const AgentBillLook = Strict({ bill: AgentBill, orders: Type.Array(BillOrder) })
export type AgentBillLook = Static<typeof AgentBillLook>

/** Selects the orders that were delivered on these days. */
export const BillPeriod = Strict({ agentCode: Code, firstDay: Day, lastDay: Day })
export type BillPeriod = Static<typeof BillPeriod>

const AgentBillPreview = Strict({
  agentName: Type.String(),
  ...amounts,
  orders: Type.Array(BillOrder),
  /** Delivered in the period, but not invoiced: they can be billed later. */
  notInvoiced: Type.Integer({ minimum: 0 }),
  /** Orders of the period that are already on a bill. */
  billed: Type.Integer({ minimum: 0 }),
  /** Identifies what was shown, so that nothing else can be approved. */
  seen: Type.String(),
})
export type AgentBillPreview = Static<typeof AgentBillPreview>

const ROUTE = '/maintenance/bill-agent'
const params = Strict({ id: naming(Uuid, 'record_not_found') })
const common = { access: 'staff', route: ROUTE } as const

export const agentBills = {
  agents: endpoint('GET', 'agent-bill/agents', {
    reply: Strict({ data: Type.Array(Strict({ code: Type.String(), name: Type.String() })) }),
    ...common,
    summary: 'The agents who can be billed, also those who have left.',
  }),
  search: endpoint('POST', 'agent-bill/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(AGENT_BILL_STATES)),
      agentCode: Type.Optional(Code),
      sort_by: Type.Optional(sortedBy(['billNo', 'agentName', 'lastDay', 'totalPence'])),
      ...Paging,
    }),
    reply: listOf(AgentBill),
    ...common,
    summary: 'The bills of agents, the last first.',
  }),
  look: endpoint('GET', 'agent-bill/{id}', {
    params,
    reply: AgentBillLook,
    ...common,
    summary: 'A bill with its orders.',
  }),
  preview: endpoint('POST', 'agent-bill/preview', {
    body: BillPeriod,
    reply: AgentBillPreview,
    ...common,
    summary: 'What an agent is due for the orders delivered in a period that no bill has yet.',
  }),
  approve: endpoint('POST', 'agent-bill', {
    body: Strict({ id: Uuid, ...BillPeriod.properties, seen: Type.String({ maxLength: 64 }) }),
    reply: AgentBill,
    ...common,
    summary:
      'Bill what a preview showed; 412 `version_mismatch` if something has changed since. An order is billed once. A repeated id answers with its bill.',
  }),
  reverse: endpoint('PUT', 'agent-bill/{id}/reverse', {
    params,
    reply: AgentBill,
    ...common,
    summary: 'Reverse a bill: it stays, and its orders can be billed again.',
  }),
  exportData: endpoint('GET', 'agent-bill/{id}/export-data', {
    params,
    query: Strict({ v: Type.Optional(Type.Literal('1')) }),
    media: 'text/csv',
    reply: FileReply,
    ...common,
    summary: 'A bill as a CSV file, a row for each order.',
  }),
}
