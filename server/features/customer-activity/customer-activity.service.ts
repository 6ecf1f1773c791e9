import type { ActiveCustomer, customerActivity } from '#contract/customer-activity.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sortOf } from '#contract/values.ts'
import {
  ACTIVITY_STATES,
  activityStateOf,
  HABIT_DAYS,
  REGULAR_WITHIN_DAYS,
  usualDaysOf,
} from '#domain/customer-activity.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { dayCountOf, periodBefore } from '#domain/orders-per-day.ts'
import { searchedWords } from '#domain/searched-words.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { requirePeriod } from '#server/routing/require-period.ts'
import {
  findCustomersSeen,
  findDeliveries,
  findLostProducts,
  type Spend,
  sumSpend,
  sumSpendOfDays,
} from './customer-activity.repository.ts'

/** A leap year. */
const PERIOD_DAYS_MAX = 366
/** More than anybody reads for one customer. */
const LOST_MOST = 20

export const customerActivityService = ({
  searchList,
  now,
}: {
  searchList: ListSearch
  now: () => Date
}): Answers<typeof customerActivity> => ({
  /** @throws Refusal `invalid_request` for a reversed period, or one of more than a year */
  search: async (asked) => {
    const { user, body } = asked
    const { created_start_date: from, created_end_date: to, page = 1, pageLength = 24 } = body
    const { queryString = '', state, sort_by = 'totalPence_descending' } = body
    requirePeriod({ from, to }, PERIOD_DAYS_MAX)
    const days = { from, to }
    const earlier = periodBefore(days)
    return await searchList(asked, async (connection) => {
      const all = await activityOf(connection, user, { days, earlier, today: londonDayOf(now()) })
      const found = all
        .filter((one) => (state === undefined || one.state === state) && isFoundBy(one, queryString))
        .toSorted(inOrder(sort_by))
      const rows = found.slice((page - 1) * pageLength, page * pageLength)
      const ids = rows.map(({ customerId }) => customerId)
      const since = dayPlus(from, -REGULAR_WITHIN_DAYS)
      const lost = await findLostProducts(connection, ids, { since, ...days })
      const spent = await sumSpendOfDays(connection, user, days)
      return {
        data: rows.map((row) => {
          const products = lost.get(row.customerId) ?? []
          return { ...row, lostCount: products.length, lost: products.slice(0, LOST_MOST) }
        }),
        total: found.length,
        page,
        pageLength,
        totals: totalOf(all),
        before: { ...earlier, ...totalOf(all.map(({ before }) => before)) },
        states: ACTIVITY_STATES.map((each) => ({
          state: each,
          count: all.filter((one) => one.state === each).length,
        })),
        days: Array.from({ length: dayCountOf(days) }, (_, place) => {
          const day = dayPlus(from, place)
          return { day, totalPence: spent.get(day) ?? 0 }
        }),
      }
    })
  },
})

type Activity = Omit<ActiveCustomer, 'lost' | 'lostCount'>
type Days = { from: string; to: string }

const NONE: Spend = { orders: 0, totalPence: 0 }

/** Covers all of the viewer's customers, because a list cannot be sorted by a computed value until every row has one. */
const activityOf = async (
  connection: Connection,
  viewer: Caller,
  { days, earlier, today }: { days: Days; earlier: Days; today: string },
): Promise<Activity[]> => {
  const customers = await findCustomersSeen(connection, viewer)
  const spend = await sumSpend(connection, viewer, days)
  const spendBefore = await sumSpend(connection, viewer, earlier)
  const deliveries = await findDeliveries(connection, viewer, dayPlus(today, -HABIT_DAYS))
  return customers.map(({ lastSignInAt, lastOrderAt, ...customer }) => {
    const { customerId, lastDeliveryDay: lastDay } = customer
    const usualDays = usualDaysOf(deliveries.get(customerId) ?? null)
    return {
      ...customer,
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
      lastOrderAt: lastOrderAt?.toISOString() ?? null,
      usualDays,
      state: activityStateOf({ lastDay, usualDays, today }),
      ...(spend.get(customerId) ?? NONE),
      before: spendBefore.get(customerId) ?? NONE,
    }
  })
}

const totalOf = (spends: readonly Spend[]): Spend => ({
  orders: spends.reduce((sum, { orders }) => sum + orders, 0),
  totalPence: spends.reduce((sum, { totalPence }) => sum + totalPence, 0),
})

const isFoundBy = ({ customerId, customerName }: Activity, text: string): boolean => {
  const words = `${customerName} ${customerId}`.toLowerCase()
  return searchedWords(text).every((word) => words.includes(word))
}

type SortBy = NonNullable<BodyOf<typeof customerActivity.search>['sort_by']>

/** Equal customers keep the order of their names. An unknown value sorts lowest. */
const inOrder = (sort_by: SortBy) => {
  const { sort, descending } = sortOf(sort_by)
  const sortValue = (row: Activity): string | number => {
    if (sort === 'change') return row.totalPence - row.before.totalPence
    if (sort === 'customerName') return row.customerName.toLowerCase()
    return row[sort] ?? (sort === 'usualDays' ? -1 : '')
  }
  return (one: Activity, other: Activity): number => {
    const [a, b] = [sortValue(one), sortValue(other)]
    const order = a < b ? -1 : a > b ? 1 : 0
    return descending ? -order : order
  }
}
