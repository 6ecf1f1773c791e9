import type { CutOff, MissingCustomer, staffHome } from '#contract/staff-home.ts'
import { cutOffsToday, isUsual } from '#domain/cut-offs.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot } from '#server/db/transaction.ts'
import { countAlertsOn } from '#server/features/agents/agents.repository.ts'
import { findHolidays } from '#server/features/collection-addresses/collection-addresses.repository.ts'
import { countOpenRequests } from '#server/features/joining/account-requests.repository.ts'
import { countWaiting } from '#server/features/joining/postcodes.repository.ts'
import { findLateExports, sumActiveOrders } from '#server/features/orders/active-orders.repository.ts'
import { findMailQueue } from '#server/features/server-maintenance/server-maintenance.repository.ts'
import { countWaitingAlerts } from '#server/features/stock-alerts/stock-alerts.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  countDelivered,
  findDepotsOfRoutes,
  findOrderedFor,
  findOrderingCustomers,
} from './staff-home.repository.ts'

export const staffHomeService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): Answers<typeof staffHome> => ({
  look: ({ user }) => {
    const at = now()
    const day = londonDayOf(at)
    return inSnapshot(database, async (connection) => {
      const [orders, deliveredToday, late, mail, cutOffs, accounts, places, stockAlerts, agentAlerts] =
        await Promise.all([
          sumActiveOrders(connection, user),
          countDelivered(connection, day),
          findLateExports(connection, at),
          findMailQueue(connection),
          findCutOffs(connection, at),
          countOpenRequests(connection),
          countWaiting(connection),
          countWaitingAlerts(connection),
          countAlertsOn(connection, day),
        ])
      const { waiting, failing, oldestAt } = mail
      return {
        day,
        orders,
        deliveredToday,
        lateExports: { ...late, oldestAt: late.oldestAt?.toISOString() ?? null },
        mails: { waiting, failing, oldestAt: oldestAt?.toISOString() ?? null },
        cutOffs: cutOffs.map(({ missing, ...cutOff }) => ({ ...cutOff, missing: missing.length })),
        requests: { accounts, places },
        stockAlerts,
        agentAlerts,
      }
    })
  },

  missing: async ({ query: { cutOffAt, route, deliveryDay } }) => {
    const cutOffs = await inSnapshot(database, (connection) => findCutOffs(connection, now()))
    const found = cutOffs.find(
      (one) =>
        Date.parse(one.cutOffAt) === Date.parse(cutOffAt) &&
        one.route === route &&
        one.deliveryDay === deliveryDay,
    )
    if (found === undefined) throw new Refusal('record_not_found')
    return { data: found.missing }
  },
})

type CutOffWithNames = Omit<CutOff, 'missing'> & { missing: MissingCustomer[] }

const findCutOffs = async (connection: Connection, at: Date): Promise<CutOffWithNames[]> => {
  const [customers, holidays, depots] = await Promise.all([
    findOrderingCustomers(connection),
    findHolidays(connection),
    findDepotsOfRoutes(connection),
  ])
  const named = new Map(customers.map(({ customerId, name, phone }) => [customerId, { name, phone }]))
  const terms = customers.map(({ name: _name, phone: _phone, ...rest }) => rest)
  const cutOffs = cutOffsToday(terms, holidays, at)
  const days = [...new Set(cutOffs.map(({ deliveryDay }) => deliveryDay))]
  const orderedFor = new Map(
    await Promise.all(
      days.map(async (day) => {
        const found = await findOrderedFor(connection, day)
        return [day, new Map(found.map((one) => [one.customerId, one]))] as const
      }),
    ),
  )
  return cutOffs.map(({ customerIds, ...cutOff }) => {
    const ofDay = orderedFor.get(cutOff.deliveryDay)
    const usual = customerIds.filter((id) => isUsual(ofDay?.get(id)?.weeks ?? 0))
    return {
      ...cutOff,
      depots: depots.filter(({ route }) => route === cutOff.route).map(({ depot }) => depot),
      ordered: customerIds.filter((id) => ofDay?.get(id)?.ordered).length,
      usual: usual.length,
      missing: usual
        .filter((id) => !ofDay?.get(id)?.ordered)
        .map((id) => ({ id, name: '', phone: '', ...named.get(id) })),
    }
  })
}
