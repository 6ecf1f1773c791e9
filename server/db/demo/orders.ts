import { type EstimatedLine, estimatedGramsOf } from '#domain/catch-weight.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { dayPlus, isoWeekday, londonInstant } from '#domain/london-time.ts'
import { lineNetPence, vatOf } from '#domain/money.ts'
import type { orderLines, orders } from '#server/db/schema/orders.ts'
import type { DemoCustomer } from './customers.ts'
import { type DemoPriceList, demoPricePence } from './price-lists.ts'
import type { DemoProduct } from './products.ts'
import { type Random, randomOf } from './random.ts'
import { TASTES } from './tastes.ts'
import { demoUuid } from './users.ts'

/** Kitchens order on the same days, mostly the same things. Schools close in holidays, December is busy. */
export type DemoOrder = {
  order: Omit<typeof orders.$inferInsert, 'orderNo'> & { placedAt: Date }
  lines: (typeof orderLines.$inferInsert)[]
}

export type OrderHistoryParts = {
  customer: DemoCustomer
  ordererId: string | null
  priceList: DemoPriceList
  /** Best-selling first. */
  products: readonly DemoProduct[]
  closedDays: ReadonlySet<string>
  from: string
  to: string
  now: Date
  seed: number
}

type Habit = { product: DemoProduct; pence: number; everyNth: number; phase: number; quantity: number }

/** An order has half of the kitchen's habits. */
const HABITS_A_LINE = 2
const BANQUET_CHANCE = 0.01
const BANQUET_LINES = 160
const YEARLY_RISE = 0.035
const DAYS_IN_YEAR = 365

export const makeOrderHistory = (parts: OrderHistoryParts): DemoOrder[] => {
  const { customer, from, to, seed } = parts
  const random = randomOf(seed, `orders ${customer.row.id}`)
  const habits = habitsOf(parts, random)
  if (habits.length === 0) return []
  const weekdays = orderingWeekdays(customer, random)
  const history: DemoOrder[] = []
  for (let day = from, nth = 0; day <= to; day = dayPlus(day, 1)) {
    if (!weekdays.includes(isoWeekday(day)) || parts.closedDays.has(day)) continue
    if (!random.chance(busyness(customer, day))) continue
    nth += 1
    const bought = linesOf({ habits, nth, random, parts })
    if (bought.length > 0) history.push(orderOf({ parts, day, bought, random }))
  }
  return history
}

function habitsOf({ customer, priceList, products, seed }: OrderHistoryParts, random: Random): Habit[] {
  const taste = TASTES[customer.trade]
  const wanted = Math.round(customer.linesAnOrder * HABITS_A_LINE)
  const habits: Habit[] = []
  const families = new Map<string, number>()
  // Best-selling first, each by its chance, so that a small repertoire holds popular goods.
  for (let lap = 0; lap < 4 && habits.length < wanted; lap += 1) {
    for (const product of products) {
      if (habits.length >= wanted) break
      const { row } = product
      const appetite = taste[row.department] ?? 0.2
      const family = `${row.department}/${row.category}`
      const had = families.get(family) ?? 0
      if (had > lap || !random.chance(0.16 * appetite)) continue
      const pence = demoPricePence(priceList, product, seed)
      const isForbidden = row.minimumAge !== null && !customer.row.ageRestrictedAllowed
      if (pence === undefined || isForbidden) continue
      families.set(family, had + 1)
      const everyNth = random.pick([1, 1, 2, 2, 3, 4, 6])
      habits.push({
        product,
        pence,
        everyNth,
        phase: random.whole(0, everyNth - 1),
        quantity: row.unit === 'case' ? random.whole(1, 3) : random.whole(1, 8),
      })
    }
  }
  return habits
}

function orderingWeekdays({ row, ordersAWeek }: DemoCustomer, random: Random): number[] {
  const days = [...row.deliveryWeekdays]
  while (days.length > Math.max(1, Math.round(ordersAWeek))) days.splice(random.whole(0, days.length - 1), 1)
  return days
}

function busyness({ trade }: DemoCustomer, day: string): number {
  const monthAndDay = day.slice(5)
  if (trade === 'school') {
    const isHoliday =
      (monthAndDay >= '07-22' && monthAndDay <= '09-02') || monthAndDay >= '12-19' || monthAndDay <= '01-03'
    return isHoliday ? 0 : 0.94
  }
  if (trade === 'care home') return 0.96
  return monthAndDay >= '12-01' && monthAndDay <= '12-23' ? 1 : 0.88
}

type LinesParts = { habits: Habit[]; nth: number; random: Random; parts: OrderHistoryParts }
type Bought = Habit & { ordered: number }

function linesOf({ habits, nth, random, parts }: LinesParts): Bought[] {
  const due = habits
    .filter(({ everyNth, phase }) => (nth + phase) % everyNth === 0 && random.chance(0.92))
    .map((habit) => ({ ...habit, ordered: Math.max(1, Math.round(habit.quantity * random.around(0.5))) }))
  // A product may be a habit twice, as of every order and of every third.
  const usual = [...new Map(due.map((habit) => [habit.product.row.product_no, habit])).values()]
  const isBanquet = parts.customer.trade === 'hotel' && random.chance(BANQUET_CHANCE * 5)
  if (!isBanquet) return usual
  const seen = new Set(usual.map(({ product }) => product.row.product_no))
  const extra = parts.products.slice(0, BANQUET_LINES * 4).flatMap((product): Bought[] => {
    const { row } = product
    const pence = demoPricePence(parts.priceList, product, parts.seed)
    if (seen.has(row.product_no) || pence === undefined || !random.chance(0.3)) return []
    return [{ product, pence, everyNth: 1, phase: 0, quantity: 1, ordered: random.whole(1, 12) }]
  })
  return [...usual, ...extra]
}

type OrderParts = { parts: OrderHistoryParts; day: string; bought: Bought[]; random: Random }

function orderOf({ parts, day, bought, random }: OrderParts): DemoOrder {
  const { customer, ordererId, to } = parts
  const cutOffAt = cutOffOf(customer, day)
  const placedAt = placedAtOf(cutOffAt, random)
  const yearsAgo = (Date.parse(to) - Date.parse(day)) / (DAYS_IN_YEAR * DAY_MS)
  const factor = 1 / (1 + YEARLY_RISE) ** yearsAgo
  const id = demoUuid(placedAt, random)
  const lines = bought.map(({ product, pence, ordered }, position) => {
    const { row } = product
    const unitPricePence = Math.max(1, Math.round(pence * factor))
    const netPence = lineNetPence(ordered, {
      pricePence: unitPricePence,
      catchWeight: row.catchWeight ?? false,
      estimatedWeightGrams: row.estimatedWeightGrams ?? null,
    })
    return {
      orderId: id,
      position,
      product_no: row.product_no,
      name: row.name,
      pack: row.pack ?? '',
      quantity: ordered,
      unitPricePence,
      vatBasisPoints: row.vatBasisPoints ?? 0,
      netPence: netPence ?? 0,
      catchWeight: row.catchWeight ?? false,
    }
  })
  const byRate = new Map<number, number>()
  for (const { vatBasisPoints, netPence } of lines) {
    byRate.set(vatBasisPoints, (byRate.get(vatBasisPoints) ?? 0) + netPence)
  }
  const { times, delivered } = deliveryOf({ id, day, lines, now: parts.now, seed: parts.seed })
  const netPence = lines.reduce((sum, line) => sum + line.netPence, 0)
  const vatPence = [...byRate].reduce((sum, [rate, net]) => sum + vatOf(net, rate), 0)
  return {
    order: {
      id,
      basketId: null,
      customerId: customer.row.id,
      placedBy: ordererId,
      deliveryDay: day,
      poNumber: customer.trade === 'school' ? `PO${random.whole(10_000, 99_999)}` : '',
      instructions: '',
      netPence,
      vatPence,
      totalPence: netPence + vatPence,
      placedAt,
      cutOffAt,
      confirmedAt: placedAt,
      ...times,
    },
    lines: lines.map((line, place) => ({ ...line, ...delivered[place] })),
  }
}

const SHORT_CHANCE = 0.015

/** Meat and cheese weigh up to an eighth more or less than expected. */
const WEIGHT_SPREAD = 0.125

type DeliveryParts = {
  id: string
  day: string
  lines: (EstimatedLine & { catchWeight: boolean })[]
  now: Date
  seed: number
}

/** Picked at night, brought in the morning, a few lines short; as far as that has happened by now. */
function deliveryOf({ id, day, lines, now, seed }: DeliveryParts) {
  const random = randomOf(seed, `delivery ${id}`)
  const minutesAfter = (time: string, most: number) => {
    const at = new Date(londonInstant(day, time).getTime() + random.whole(0, most) * MINUTE_MS)
    return at > now ? null : at
  }
  const times = {
    pickingAt: minutesAfter('01:00', 150),
    dispatchedAt: minutesAfter('05:00', 45),
    deliveredAt: minutesAfter('06:30', 330),
  }
  const scales = randomOf(seed, `weights ${id}`)
  return {
    times,
    delivered: lines.map((line) => {
      const brought = random.chance(SHORT_CHANCE) ? random.whole(0, line.quantity - 1) : line.quantity
      if (times.deliveredAt === null) return { deliveredQuantity: null, deliveredWeightGrams: null }
      const expected = line.catchWeight && brought > 0 ? estimatedGramsOf(line, brought) : undefined
      const grams = Math.round((expected ?? 0) * scales.around(WEIGHT_SPREAD))
      return { deliveredQuantity: brought, deliveredWeightGrams: grams === 0 ? null : grams }
    }),
  }
}

const cutOffOf = ({ row }: DemoCustomer, day: string): Date =>
  londonInstant(dayPlus(day, -(row.cutOffDaysBefore ?? 1)), row.cutOffTime ?? '22:00')

function placedAtOf(cutOffAt: Date, random: Random): Date {
  const hoursBefore = random.chance(0.75) ? random.next() * 3 : 3 + random.next() * 9
  return new Date(cutOffAt.getTime() - Math.round(hoursBefore * HOUR_MS))
}
