import { and, eq, isNull, sql } from 'drizzle-orm'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { type agentAlerts, agentCustomers, type agents } from '#server/db/schema/agents.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { DemoCustomer } from './customers.ts'
import { randomOf } from './random.ts'
import { demoUuid } from './users.ts'

/** Two agents and one who has left, with numbers reserved for fiction. */
export const makeAgents = (seed: number, now: Date): (typeof agents.$inferInsert)[] => {
  const random = randomOf(seed, 'agents')
  return [
    {
      code: 'KAY',
      name: 'Kay Bentham',
      email: 'kay.bentham@example.com',
      phone: '01632 960 301',
      weekdays: [1, 3],
      cutOffTime: '16:00',
      commissionBasisPoints: 250,
      chargePerOrderPence: 75,
      active: true,
    },
    {
      code: 'RAJ',
      name: 'Raj Malhotra',
      email: 'raj.malhotra@example.com',
      phone: '01632 960 302',
      weekdays: [2, 4],
      cutOffTime: '17:30',
      commissionBasisPoints: 300,
      chargePerOrderPence: 0,
      active: true,
    },
    {
      code: 'OLD',
      name: 'Peter Sykes',
      email: '',
      phone: '',
      weekdays: [],
      cutOffTime: '17:00',
      commissionBasisPoints: 200,
      chargePerOrderPence: 0,
      active: false,
    },
  ].map((agent) => ({ id: demoUuid(now, random), ...agent }))
}

/** Two customers in three have one. */
export const makeAgentCustomers = (
  customers: readonly DemoCustomer[],
): (typeof agentCustomers.$inferInsert)[] =>
  customers.flatMap(({ row }, at) =>
    at % 3 === 2 ? [] : [{ customerId: row.id, agentCode: at % 3 === 0 ? 'KAY' : 'RAJ' }],
  )

/** One of the past, one of today that few customers see, and one to come. */
export const makeAgentAlerts = (
  customers: readonly DemoCustomer[],
  now: Date,
): (typeof agentAlerts.$inferInsert)[] => {
  const today = londonDayOf(now)
  const everybody = { agentCodes: [], customerIds: [] }
  return [
    {
      message: 'The A646 is closed: deliveries to Todmorden come two hours later.',
      severity: 'warning',
      agentCodes: ['RAJ'],
      customerIds: [],
      firstDay: dayPlus(today, -40),
      lastDay: dayPlus(today, -35),
    },
    {
      message: 'Kay is away this week. Raj takes your order: 01632 960 302.',
      severity: 'info',
      agentCodes: [],
      customerIds: customers.slice(-5).map(({ row }) => row.id),
      firstDay: dayPlus(today, -1),
      lastDay: dayPlus(today, 5),
    },
    {
      message: 'Order two days earlier next week, since our stores are counted.',
      severity: 'info',
      ...everybody,
      firstDay: dayPlus(today, 30),
      lastDay: dayPlus(today, 37),
    },
  ]
}

/** As if the customers had always had their agents. */
export const giveOrdersTheirAgents = async (connection: Connection): Promise<void> => {
  await connection
    .update(orders)
    .set({ agentCode: sql`${agentCustomers.agentCode}` })
    .from(agentCustomers)
    .where(and(eq(agentCustomers.customerId, orders.customerId), isNull(orders.agentCode)))
}
