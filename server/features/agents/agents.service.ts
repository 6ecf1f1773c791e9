import type { agentAlerts, customerAgent } from '#contract/agent-alerts.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { findAgentOf, findAlertsFor, findViewsOf, isAlert, noteSeen } from './agents.repository.ts'

type Parts = { database: Database; now: () => Date }

/** What customers see of their agents. */
export const customerAgentService = ({ database, now }: Parts): Answers<typeof customerAgent> => ({
  get: async ({ user, params: { id } }) => {
    const { customer } = await requireCustomer(database, user, id)
    const found = await findAgentOf(database, customer.id)
    const alerts = await findAlertsFor(database, {
      customerId: customer.id,
      agentCode: found?.code,
      userId: user.userId,
      day: londonDayOf(now()),
    })
    if (found === undefined) return { agent: null, alerts }
    const { code: _, ...agent } = found
    return { agent, alerts }
  },

  see: async ({ user: { userId }, params: { id } }) => {
    if (!(await isAlert(database, id))) throw new Refusal('record_not_found')
    await noteSeen(database, { alertId: id, userId, at: now() })
    return { id }
  },
})

const VIEWS_MOST = 100

export const seenByService = ({
  database,
}: Pick<Parts, 'database'>): Answers<Pick<typeof agentAlerts, 'seenBy'>> => ({
  seenBy: async ({ params: { id } }) => {
    if (!(await isAlert(database, id))) throw new Refusal('record_not_found')
    const { data, total } = await findViewsOf(database, id, VIEWS_MOST)
    return { data: data.map(({ name, at }) => ({ name, at: at.toISOString() })), total }
  },
})
