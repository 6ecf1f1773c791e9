import type { BodyOf } from '#contract/endpoint.ts'
import type { OrdersOfGroup, ordersPerDay } from '#contract/orders-per-day.ts'
import { sortOf } from '#contract/values.ts'
import { dayPlus } from '#domain/london-time.ts'
import {
  dayCountOf,
  daysToPeriodBefore,
  groupText,
  type OrderGroup,
  periodBefore,
} from '#domain/orders-per-day.ts'
import { compareCodes } from '#domain/plain-text.ts'
import { searchedWords } from '#domain/searched-words.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { requirePeriod } from '#server/routing/require-period.ts'
import {
  countOrdersOfDays,
  type Days,
  findDepots,
  type OrderDay,
  type OrderFigures,
  sumOrdersBy,
} from './orders-per-day.repository.ts'

/** A leap year. */
const PERIOD_DAYS_MAX = 366

export const ordersPerDayService = ({
  searchList,
  now,
}: {
  searchList: ListSearch
  now: () => Date
}): Answers<typeof ordersPerDay> => ({
  /** @throws Refusal `invalid_request` for a reversed period, or one of more than a year */
  search: async (asked) => {
    const { user, body } = asked
    const { created_start_date: from, created_end_date: to, by = 'day', page = 1, pageLength = 24 } = body
    const { depot, channel, method, hours, queryString = '', sort_by = 'key' } = body
    requirePeriod({ from, to }, PERIOD_DAYS_MAX)
    const earlier = periodBefore({ from, to })
    const filter = { depot, channel, method, hours }
    return await searchList(asked, async (connection) => {
      const sums = await sumOrdersBy(connection, user, { by, from, to, ...filter })
      const sumsBefore = await sumOrdersBy(connection, user, { by, ...earlier, ...filter })
      const days = await countOrdersOfDays(connection, user, { from, to, ...filter })
      const depots = await findDepots(connection, user, { from, to })
      const groups = groupsOf({ by, sums, sumsBefore, back: daysToPeriodBefore({ from, to }) })
        .filter(({ key }) => holdsWords(groupText(by, key, now()), queryString))
        .toSorted(inOrder(by, sort_by))
      return {
        data: groups.slice((page - 1) * pageLength, page * pageLength),
        total: groups.length,
        page,
        pageLength,
        by,
        totals: totalOf(sums),
        before: { ...earlier, ...totalOf(sumsBefore) },
        days: everyDay({ from, to }, days),
        depots,
      }
    })
  },
})

type SortBy = NonNullable<BodyOf<typeof ordersPerDay.search>['sort_by']>
type Sum = OrderFigures & { key: string }

const NONE: OrderFigures = { orders: 0, lines: 0, netPence: 0, totalPence: 0 }

const groupsOf = ({
  by,
  sums,
  sumsBefore,
  back,
}: {
  by: OrderGroup
  sums: readonly Sum[]
  sumsBefore: readonly Sum[]
  /** Days to the period before. */
  back: number
}): OrdersOfGroup[] => {
  const current = new Map(sums.map(({ key, ...figures }) => [key, figures]))
  const before = new Map(
    sumsBefore.map(({ key, ...figures }) => [by === 'day' ? dayPlus(key, back) : key, figures]),
  )
  return [...new Set([...current.keys(), ...before.keys()])].map((key) => ({
    key,
    ...(current.get(key) ?? NONE),
    before: before.get(key) ?? NONE,
  }))
}

const totalOf = (sums: readonly Sum[]): OrderFigures =>
  sums.reduce<OrderFigures>(
    (all, sum) => ({
      orders: all.orders + sum.orders,
      lines: all.lines + sum.lines,
      netPence: all.netPence + sum.netPence,
      totalPence: all.totalPence + sum.totalPence,
    }),
    NONE,
  )

const holdsWords = (name: string, text: string): boolean => {
  const lower = name.toLowerCase()
  return searchedWords(text).every((word) => lower.includes(word))
}

/** Figures that are equal stay in the order of their groups. */
const inOrder = (by: OrderGroup, sort_by: SortBy) => {
  const { sort, descending } = sortOf(sort_by)
  const byKey = (one: OrdersOfGroup, other: OrdersOfGroup): number =>
    by === 'hours' ? Number(one.key) - Number(other.key) : compareCodes(one.key, other.key)
  const figure = (group: OrdersOfGroup): number => {
    if (sort === 'key') return 0
    return sort === 'change' ? group.totalPence - group.before.totalPence : group[sort]
  }
  return (one: OrdersOfGroup, other: OrdersOfGroup): number => {
    const order = figure(one) - figure(other) || byKey(one, other)
    return descending ? -order : order
  }
}

const everyDay = (period: Days, counted: readonly OrderDay[]): OrderDay[] => {
  const known = new Map(counted.map((day) => [day.day, day]))
  return Array.from({ length: dayCountOf(period) }, (_, place) => {
    const day = dayPlus(period.from, place)
    return known.get(day) ?? { day, customer: 0, office: 0, other: 0 }
  })
}
