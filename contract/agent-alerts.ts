import { type Static, Type } from 'typebox'
import { ALERT_SEVERITIES } from '#domain/agents.ts'
import { endpoint, Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Code, CustomerId, Day, Instant, Line, naming, nullable, oneOf, Uuid, Weekdays } from './values.ts'

/** What agents, or the office for them, tell customers on home for some days. */

const ROUTE = '/maintenance/agent-alerts'

export const AgentAlertFields = Strict({
  message: Line(300),
  severity: oneOf(ALERT_SEVERITIES),
  /** Whose customers see it. Without agents and customers everybody does. */
  agentCodes: Type.Array(Code, { maxItems: 100, uniqueItems: true }),
  customerIds: Type.Array(CustomerId, { maxItems: 1_000, uniqueItems: true }),
  firstDay: Day,
  lastDay: Day,
})
export type AgentAlertFields = Static<typeof AgentAlertFields>
export type AgentAlert = Kept<AgentAlertFields>

const params = Strict({ id: naming(Uuid, 'record_not_found') })

export const agentAlerts = {
  ...maintainedCalls({
    noun: 'agent-alert',
    route: ROUTE,
    fields: AgentAlertFields,
    filters: { day: Day, agentCode: Code },
    sorts: ['firstDay', 'lastDay', 'message', 'updated_at'],
    words: ['an agent alert', 'agent alerts'],
  }),
  seenBy: endpoint('GET', 'agent-alert/{id}/seen', {
    params,
    reply: Strict({
      data: Type.Array(Strict({ name: Type.String(), at: Instant })),
      total: Type.Integer({ minimum: 0 }),
    }),
    access: 'staff',
    route: ROUTE,
    summary: 'Who has put an alert away, the last first: 100 at most, and how many in all.',
  }),
}

const ShownAlert = Strict({
  id: Uuid,
  message: Type.String(),
  severity: oneOf(ALERT_SEVERITIES),
})
export type ShownAlert = Static<typeof ShownAlert>

const AgentOfCustomer = Strict({
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  weekdays: Weekdays,
  cutOffTime: Type.String(),
})
export type AgentOfCustomer = Static<typeof AgentOfCustomer>

/** What a customer sees of them. */
export const customerAgent = {
  get: endpoint('GET', 'customer/{id}/agent', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    reply: Strict({ agent: nullable(AgentOfCustomer), alerts: Type.Array(ShownAlert) }),
    access: 'user',
    summary: 'The customer’s agent, and the alerts of today that the user has not put away.',
  }),
  see: endpoint('PUT', 'agent-alert/{id}/seen', {
    params,
    reply: Strict({ id: Uuid }),
    access: 'user',
    summary: 'Put an alert away: the user does not see it again.',
  }),
}
