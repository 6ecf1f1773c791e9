import { type Static, Type } from 'typebox'
import { Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Code, CustomerId, Line, OptionalLine, Pence, Weekdays } from './values.ts'

/** Who visits customers and takes their orders, for a commission; and whose customers are whose. */

const ROUTE = '/maintenance/agent-maintenance'

export const AgentFields = Strict({
  /** In the wholesaler's own system. */
  code: Code,
  name: Line(100),
  email: Type.String({ maxLength: 254, pattern: '^$|^[^\\s\\p{C}@<>"]+@[^\\s\\p{C}@<>"]+$' }),
  phone: OptionalLine(30),
  /** When customers are visited or called. */
  weekdays: Weekdays,
  /** HH:MM in London, until when the agent takes an order for the next delivery. */
  cutOffTime: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 }),
  /** A share of the invoiced goods, without VAT. */
  commissionBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** What the agent is charged for each order. */
  chargePerOrderPence: Pence,
  active: Type.Boolean(),
})
export type AgentFields = Static<typeof AgentFields>
export type Agent = Kept<AgentFields>

export const agents = maintainedCalls({
  noun: 'agent',
  route: ROUTE,
  fields: AgentFields,
  filters: { active: Type.Boolean() },
  sorts: ['code', 'name', 'updated_at'],
  words: ['an agent', 'agents'],
})

/** A customer has one agent at most. An order keeps the agent that its customer had when it was placed. */
export const AgentCustomerFields = Strict({ customerId: CustomerId, agentCode: Code })
export type AgentCustomerFields = Static<typeof AgentCustomerFields>
export type AgentCustomer = Kept<AgentCustomerFields>

export const agentCustomers = maintainedCalls({
  noun: 'agent-customer',
  route: ROUTE,
  fields: AgentCustomerFields,
  filters: { agentCode: Code },
  named: ['customerId', 'agentCode'],
  sorts: ['customerId', 'agentCode', 'updated_at'],
  words: ['a customer of an agent', 'customers of agents'],
})
