import { and, count, desc, eq, gte, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { AgentOfCustomer, ShownAlert } from '#contract/agent-alerts.ts'
import type { Database } from '#server/db/database.ts'
import { agentAlerts, agentAlertViews, agentCustomers, agents } from '#server/db/schema/agents.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

export const findAgentOf = async (
  database: Database,
  customerId: string,
): Promise<(AgentOfCustomer & { code: string }) | undefined> => {
  const [agent] = await database
    .select({
      code: agents.code,
      name: agents.name,
      email: agents.email,
      phone: agents.phone,
      weekdays: agents.weekdays,
      cutOffTime: agents.cutOffTime,
    })
    .from(agentCustomers)
    .innerJoin(agents, eq(agents.code, agentCustomers.agentCode))
    .where(
      and(
        eq(agentCustomers.customerId, customerId),
        not(agentCustomers.deleted),
        not(agents.deleted),
        agents.active,
      ),
    )
  return agent
}

const isShownOn = (day: string): SQL | undefined =>
  and(lte(agentAlerts.firstDay, day), gte(agentAlerts.lastDay, day))

const SEVEREST_FIRST = sql`array_position('{urgent,warning,info}'::text[], ${agentAlerts.severity})`

/** Those of the day that the user has not put away. */
export const findAlertsFor = async (
  database: Database,
  {
    customerId,
    agentCode,
    userId,
    day,
  }: { customerId: string; agentCode: string | undefined; userId: string; day: string },
): Promise<ShownAlert[]> =>
  await database
    .select({ id: agentAlerts.id, message: agentAlerts.message, severity: agentAlerts.severity })
    .from(agentAlerts)
    .where(
      and(
        not(agentAlerts.deleted),
        isShownOn(day),
        sql`(${agentAlerts.agentCodes} = '{}' AND ${agentAlerts.customerIds} = '{}'
          OR ${agentCode ?? null}::text = ANY(${agentAlerts.agentCodes})
          OR ${customerId}::text = ANY(${agentAlerts.customerIds}))`,
        notExists(
          database
            .select({ one: sql`1` })
            .from(agentAlertViews)
            .where(and(eq(agentAlertViews.alertId, agentAlerts.id), eq(agentAlertViews.userId, userId))),
        ),
      ),
    )
    .orderBy(SEVEREST_FIRST, agentAlerts.firstDay, agentAlerts.id)

/** Whoever they are for. */
export const countAlertsOn = (executor: Database | Connection, day: string): Promise<number> =>
  executor.$count(agentAlerts, and(not(agentAlerts.deleted), isShownOn(day)))

export const isAlert = async (database: Database, id: string): Promise<boolean> => {
  const rows = await database.select({ id: agentAlerts.id }).from(agentAlerts).where(eq(agentAlerts.id, id))
  return rows.length > 0
}

/** The first time is kept. */
export const noteSeen = async (
  database: Database,
  seen: { alertId: string; userId: string; at: Date },
): Promise<void> => void (await database.insert(agentAlertViews).values(seen).onConflictDoNothing())

export const findViewsOf = async (
  database: Database,
  alertId: string,
  limit: number,
): Promise<{ data: { name: string; at: Date }[]; total: number }> => {
  const [data, counted] = await Promise.all([
    database
      .select({ name: users.username, at: agentAlertViews.at })
      .from(agentAlertViews)
      .innerJoin(users, eq(users.id, agentAlertViews.userId))
      .where(eq(agentAlertViews.alertId, alertId))
      .orderBy(desc(agentAlertViews.at))
      .limit(limit),
    database.select({ total: count() }).from(agentAlertViews).where(eq(agentAlertViews.alertId, alertId)),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}
