import {
  dayNumberOf,
  dayOfNumber,
  monthOf,
  type PastOrder,
  type PurchaseHistory,
} from '#domain/purchase-history.ts'
import { randomOf } from '#server/db/demo/random.ts'

/**
 * Two years of a kitchen's orders with known rhythms. A calendar says what is due; people then forget lines, skip deliveries, change
 * quantities and add what they never order again. It knows nothing of what foretells them.
 */

type On = { day: number; weekday: number; week: number; nthOfMonth: number; monthDay: string }

type Habit = { product_no: string; isDue: (on: On) => boolean; quantity: (on: On) => number }

const WEEKS = 104
/** A Monday, so that the last months hold the end of summer, the terms of schools and a December. */
const FIRST = dayNumberOf('2025-01-06')
const LINE_FORGOTTEN = 0.03
const DELIVERY_SKIPPED = 0.03
const QUANTITY_CHANGED = 0.06
const ONE_OFFS = 400
const ONE_OFF_CHANCE = 0.0025
const NOW_AND_THEN = 0.3

/** ISO weekdays. The last is the main one. */
const DELIVERY_DAYS = [
  [2, 5],
  [1, 3, 5],
  [1, 2, 4, 6],
]

export const aKitchensOrders = (seed: number): PastOrder[] => {
  const random = randomOf(seed, 'a kitchen')
  const weekdays = random.pick(DELIVERY_DAYS)
  const main = weekdays.at(-1) ?? 5
  const other = weekdays[0] ?? 2
  const aQuantity = () => random.pick([1, 1, 2, 2, 3, 4, 6, 8])
  const aWeekday = () => random.pick(weekdays)
  const lately = () => FIRST + Math.round((0.3 + random.next() * 0.67) * WEEKS * 7)
  const habits: Habit[] = []
  const add = (kind: string, count: number, make: () => Partial<Habit> & Pick<Habit, 'isDue'>) => {
    for (let nth = 0; nth < count; nth += 1) {
      const quantity = aQuantity()
      habits.push({ product_no: `${kind} ${nth}`, quantity: () => quantity, ...make() })
    }
  }

  add('main day', 20, () => ({ isDue: ({ weekday }) => weekday === main }))
  add('other day', 12, () => ({ isDue: ({ weekday }) => weekday === other }))
  add('each delivery', 14, () => {
    const [less, more] = [aQuantity(), aQuantity() + 2]
    return { isDue: () => true, quantity: ({ weekday }) => (weekday === main ? more : less) }
  })
  add('fortnightly', 8, () => {
    const [parity, on] = [random.pick([0, 1]), aWeekday()]
    return { isDue: ({ week, weekday }) => weekday === on && week % 2 === parity }
  })
  add('monthly', 6, () => {
    const [nth, on] = [random.pick([1, 2, 3]), aWeekday()]
    return { isDue: ({ nthOfMonth, weekday }) => weekday === on && nthOfMonth === nth }
  })
  add('summer', 4, () => ({ isDue: ({ monthDay }) => monthDay >= '05-10' && monthDay <= '09-05' }))
  add('December', 4, () => ({ isDue: ({ monthDay }) => monthDay >= '11-28' && monthDay <= '12-24' }))
  add('term time', 4, () => ({ isDue: ({ monthDay, weekday }) => weekday === main && !isHoliday(monthDay) }))
  add('swapped', 5, () => {
    const [until, before, after] = [lately(), aQuantity(), aQuantity()]
    const to = { product_no: `swapped to ${habits.length}`, quantity: () => after }
    habits.push({ ...to, isDue: ({ day, weekday }) => weekday === main && day >= until })
    return { isDue: ({ day, weekday }) => weekday === main && day < until, quantity: () => before }
  })
  add('another quantity', 8, () => {
    const [at, before, after] = [lately(), aQuantity(), aQuantity() * 3]
    return {
      isDue: ({ weekday }) => weekday === main,
      quantity: ({ day }) => (day < at ? before : after),
    }
  })
  add('now and then', 3, () => ({ isDue: () => random.chance(NOW_AND_THEN) }))

  const orders: PastOrder[] = []
  for (let week = 0; week < WEEKS; week += 1)
    for (const weekday of weekdays) {
      const day = FIRST + week * 7 + weekday - 1
      if (random.chance(DELIVERY_SKIPPED)) continue
      const text = dayOfNumber(day)
      const on = {
        day,
        weekday,
        week,
        nthOfMonth: Math.ceil(Number(text.slice(8)) / 7),
        monthDay: text.slice(5),
      }
      const lines = habits
        .filter((habit) => habit.isDue(on) && !random.chance(LINE_FORGOTTEN))
        .map(({ product_no, quantity }) => {
          const usual = quantity(on)
          return {
            product_no,
            quantity: random.chance(QUANTITY_CHANGED) ? random.pick([usual + 1, usual * 2]) : usual,
          }
        })
      for (let nth = 0; nth < ONE_OFFS; nth += 1)
        if (random.chance(ONE_OFF_CHANCE)) lines.push({ product_no: `one-off ${nth}`, quantity: aQuantity() })
      orders.push({ day, placedMs: (day - 1) * 86_400_000, lines })
    }
  return orders
}

const isHoliday = (monthDay: string): boolean =>
  (monthDay >= '07-22' && monthDay <= '09-03') || monthDay >= '12-18' || monthDay <= '01-04'

/** @param orders by day */
export const historyOf = (orders: readonly PastOrder[]): PurchaseHistory => {
  const months = new Map<string, PastOrder[]>()
  for (const order of orders) {
    const month = dayOfNumber(order.day).slice(0, 7)
    const of = months.get(month)
    if (of) of.push(order)
    else months.set(month, [order])
  }
  return [...months].map(([month, of]) => monthOf(month, of))
}
