import { compareCodes } from './plain-text.ts'
import { dayNumberOf, dayOfNumber, ordersOf, type PurchaseHistory } from './purchase-history.ts'

/**
 * What a customer usually orders for a day, from two years of its own orders. Each product's past is explained by the rhythm that would
 * have foretold it best (RHYTHMS), and that rhythm says how likely the product is on the day. No line is proposed that is more
 * likely to be wrong than right. Computed on the device, so it works offline.
 */

export type UsualLine = {
  product_no: string
  quantity: number
  /** 0.5…1. */
  likelihood: number
  why: Why
}

/** The reason that a person is given (usual-order-words.ts). */
export type Why =
  /** It was in `times` of the last `of` deliveries on this weekday. */
  | { rhythm: 'weekday'; times: number; of: number; weekday: number }
  /** `weeks` weeks after the last, as before. */
  | { rhythm: 'weeks'; weeks: number }
  /** Every so many deliveries, whatever their weekday. */
  | { rhythm: 'deliveries'; deliveries: number }
  /** On this weekday of the month, from 1. */
  | { rhythm: 'month'; nth: number; weekday: number }
  /** It was ordered in these weeks of last year, and not in those before and after. */
  | { rhythm: 'season' }

/** @returns the most likely first. An order that was placed for the day already is not proposed again. @param day YYYY-MM-DD */
export const usualOrder = (history: PurchaseHistory, day: string): UsualLine[] => {
  const past = pastOf(history, dayNumberOf(day))
  return [...past.products]
    .flatMap(([product_no, ordered]) => {
      const isOut = ordered.at.length < ORDERS_LEAST || past.ordered.has(product_no)
      const likely = isOut ? undefined : likelihoodOf(ordered, past)
      return likely === undefined || likely.likelihood < LIKELY
        ? []
        : [{ product_no, quantity: quantityOf(ordered, past), ...likely }]
    })
    .sort((one, other) => other.likelihood - one.likelihood || compareCodes(one.product_no, other.product_no))
}

/** From here on, a proposed line is more often right than wrong. */
const LIKELY = 0.5
/** One order is no habit, and most products of two years were ordered once. */
const ORDERS_LEAST = 2

type Delivery = {
  day: number
  /** Deliveries on the day's weekday; others only count where a rhythm spans weekdays. */
  isSameWeekday: boolean
  nthOfMonth: number
}

/** One product's orders, the oldest first: which delivery, and how many. */
type Ordered = { at: number[]; quantities: number[] }

type Past = {
  /** The oldest first, and last the one that is foretold. */
  deliveries: Delivery[]
  onWeekday: readonly { at: number; weeksAgo: number }[]
  products: Map<string, Ordered>
  /** For the day itself, or later. */
  ordered: ReadonlySet<string>
  /** ISO. */
  weekday: number
}

const WEEK = 7

const pastOf = (history: PurchaseHistory, day: number): Past => {
  const byDay = new Map<number, Map<string, number>>()
  const ordered = new Set<string>()
  for (const order of ordersOf(history)) {
    if (order.day === day) for (const { product_no } of order.lines) ordered.add(product_no)
    if (order.day >= day || order.day < day - LEARNT_WEEKS * WEEK) continue
    const lines = byDay.get(order.day) ?? new Map<string, number>()
    byDay.set(order.day, lines)
    for (const { product_no, quantity } of order.lines)
      lines.set(product_no, (lines.get(product_no) ?? 0) + quantity)
  }
  const days = [...byDay.keys()].sort((one, other) => one - other)
  const asIf = usualDayBeside(day, days)
  const deliveries = [...days, asIf].map((on) => ({
    day: on,
    isSameWeekday: (asIf - on) % WEEK === 0,
    nthOfMonth: nthOfMonth(on),
  }))
  const products = new Map<string, Ordered>()
  for (const [at, on] of days.entries())
    for (const [product_no, quantity] of byDay.get(on) ?? []) {
      const known = products.get(product_no) ?? { at: [], quantities: [] }
      products.set(product_no, known)
      known.at.push(at)
      known.quantities.push(quantity)
    }
  const onWeekday = days.flatMap((on, at) =>
    (asIf - on) % WEEK === 0 ? [{ at, weeksAgo: (asIf - on) / WEEK }] : [],
  )
  return { deliveries, onWeekday, products, ordered, weekday: weekdayOf(asIf) }
}

const nthOfMonth = (day: number): number => Math.ceil(Number(dayOfNumber(day).slice(8)) / WEEK)

/** ISO: day 0 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % WEEK) + 1

/** Longer ago hardly counts for any rhythm, and takes a slow phone a dozen milliseconds. */
const LEARNT_WEEKS = 64

const SOME_WEEKS = 12
const FEW = 3

/** For a weekday that has few deliveries, such as one beside a bank holiday, the nearest one that has. */
const usualDayBeside = (day: number, days: readonly number[]): number => {
  const lately = days.filter((on) => on >= day - SOME_WEEKS * WEEK)
  const countOn = (asIf: number): number => lately.filter((on) => (asIf - on) % WEEK === 0).length
  const nearest = [0, 1, -1, 2, -2, 3, -3].map((by) => day + by)
  const found = nearest.find((asIf) => countOn(asIf) >= FEW) ?? day
  // Its own usual delivery has been already.
  return days.includes(found) ? found + WEEK : found
}

/** What is known at a delivery, from those before it. */
type Seen = {
  /** Of the series on this weekday, by delivery: 1 where it was ordered. */
  series: readonly (0 | 1)[]
  /** Whole weeks since it was last ordered on this weekday. */
  weeks: number
  /** Deliveries on any weekday since it was last ordered. */
  deliveries: number
  nthOfMonth: number
}

/** A rhythm learns from each delivery what it then foretells for the next one. */
type Rhythm = {
  name: 'lately' | 'share' | 'weeks' | 'deliveries' | 'month'
  /** It learns from deliveries on other weekdays too. */
  spansWeekdays: boolean
  foretell: (seen: Seen) => number
  learn: (seen: Seen, isOrdered: 0 | 1) => void
}

/** It follows a start, a stop or a swap after two deliveries, and takes one that was left out for no more than that. */
const LATELY_KEPT = 0.56
/** About sixteen deliveries: for what is ordered more often than not, without a pattern. */
const SHARE_KEPT = 0.92
/** About half a year of a monthly product. */
const CELL_KEPT = 0.85

const lately = (): Rhythm => {
  let share = 0
  return {
    name: 'lately',
    spansWeekdays: false,
    foretell: () => share,
    learn: (_, isOrdered) => {
      share = share * LATELY_KEPT + isOrdered * (1 - LATELY_KEPT)
    },
  }
}

const overall = (): Rhythm => {
  let [times, of] = [0, 0]
  return {
    name: 'share',
    spansWeekdays: false,
    foretell: () => times / (of + 2),
    learn: (_, isOrdered) => {
      times = times * SHARE_KEPT + isOrdered
      of = of * SHARE_KEPT + 1
    },
  }
}

/** Longer ago than any rhythm here. */
const CELLS = 32

/** Deliveries fall into cells ("two weeks after the last"), and each has a share of its own. */
const byCell = (
  name: 'weeks' | 'deliveries' | 'month',
  cellOf: (seen: Seen) => number,
  { spansWeekdays = false, repeats = false }: { spansWeekdays?: boolean; repeats?: boolean } = {},
): Rhythm => {
  const times = new Float64Array(CELLS)
  const of = new Float64Array(CELLS)
  const placeOf = (seen: Seen): number => Math.min(cellOf(seen), CELLS - 1)
  const shareOf = (cell: number): number => ((times[cell] ?? 0) + UNSEEN) / ((of[cell] ?? 0) + 1)
  return {
    name,
    spansWeekdays,
    foretell: (seen) => {
      const cell = placeOf(seen)
      if ((of[cell] ?? 0) >= 1 || !repeats) return shareOf(cell)
      // A delivery that was left out puts the next one off by a whole interval, once.
      const usual = times.reduce((most, count, at) => (count > (times[most] ?? 0) ? at : most), 0)
      return usual > 0 && cell > usual && cell <= 2 * usual
        ? shareOf(((cell - 1) % usual) + 1)
        : shareOf(cell)
    },
    learn: (seen, isOrdered) => {
      const cell = placeOf(seen)
      times[cell] = (times[cell] ?? 0) * CELL_KEPT + isOrdered
      of[cell] = (of[cell] ?? 0) * CELL_KEPT + 1
    },
  }
}

/** How likely something is that has never been seen. */
const UNSEEN = 0.2

/** The plainest first: of two that foretell alike, it is believed. */
const RHYTHMS: readonly (() => Rhythm)[] = [
  lately,
  overall,
  () => byCell('weeks', ({ weeks }) => weeks, { repeats: true }),
  () => byCell('month', ({ nthOfMonth }) => nthOfMonth),
  () => byCell('deliveries', ({ deliveries }) => deliveries, { spansWeekdays: true, repeats: true }),
]

/** As measured in generated histories. */
const SEASON_LIKELIHOOD = 0.75
/** How much better a less plain one must have foretold. */
const PLAINER_BY = 0.15
/** Half a year of weekly deliveries. */
const ERROR_KEPT = 0.96

type Foretold = Pick<UsualLine, 'likelihood' | 'why'>

const OF_SEASON: Foretold = { likelihood: SEASON_LIKELIHOOD, why: { rhythm: 'season' } }

const likelihoodOf = ({ at }: Ordered, past: Past): Foretold | undefined => {
  const { deliveries, weekday } = past
  const rhythms = RHYTHMS.map((create) => ({ ...create(), error: 0 }))
  const spanning = rhythms.filter(({ spansWeekdays }) => spansWeekdays)
  const had = new Set(at)
  const last = deliveries.length - 1
  const first = at[0] ?? last
  const series: (0 | 1)[] = []
  let lastAt = first
  let lastDay: number | undefined
  for (let place = first; place <= last; place += 1) {
    const { day, isSameWeekday, nthOfMonth } = deliveries[place] as Delivery
    const weeks = lastDay === undefined ? 0 : Math.round((day - lastDay) / WEEK)
    const seen = { series, weeks, deliveries: place - lastAt, nthOfMonth }
    const isOrdered = had.has(place) ? 1 : 0
    if (place === last) {
      const chosen = chosenFrom(rhythms, seen, weekday)
      return chosen.likelihood < LIKELY && isOfSeason(had, past) ? OF_SEASON : chosen
    }
    if (isSameWeekday && place > first)
      for (const rhythm of rhythms)
        rhythm.error = rhythm.error * ERROR_KEPT + (isOrdered - rhythm.foretell(seen)) ** 2
    if (isSameWeekday || place > first)
      for (const rhythm of isSameWeekday ? rhythms : spanning) rhythm.learn(seen, isOrdered)
    if (isSameWeekday) series.push(isOrdered)
    if (isOrdered) lastAt = place
    if (isOrdered && isSameWeekday) lastDay = day
  }
  return undefined
}

/** Of the deliveries within a week of the same day last year. */
const SEASON_LEAST = 2 / 3
/** Of a year's deliveries: what is ordered for longer is not of a season. */
const SEASON_MOST = 1 / 2
/** Before the season, in weeks, it was hardly ordered. */
const BEFORE_SEASON = { from: 56, to: 63, most: 1 / 4 }
const YEAR_WEEKS = 52
/** Left out twice although it was its time, it does not come back this year. */
const LEFT_OUT = 2

/** Its rhythm ended with last year's season, and cannot foretell that it comes back with this one. */
const isOfSeason = (had: ReadonlySet<number>, { onWeekday }: Past): boolean => {
  const share = (fromWeek: number, toWeek: number): number => {
    const among = onWeekday.filter(({ weeksAgo }) => weeksAgo >= fromWeek && weeksAgo <= toWeek)
    return among.length === 0 ? 0 : among.filter(({ at }) => had.has(at)).length / among.length
  }
  const isItsTime = (weeksAgo: number): boolean =>
    share(weeksAgo + YEAR_WEEKS - 1, weeksAgo + YEAR_WEEKS + 1) >= SEASON_LEAST
  const lately = onWeekday.slice(-LEFT_OUT)
  return (
    isItsTime(0) &&
    share(0, YEAR_WEEKS) <= SEASON_MOST &&
    share(BEFORE_SEASON.from, BEFORE_SEASON.to) <= BEFORE_SEASON.most &&
    lately.some(({ weeksAgo, at }) => had.has(at) || !isItsTime(weeksAgo))
  )
}

const chosenFrom = (
  rhythms: readonly (Rhythm & { error: number })[],
  seen: Seen,
  weekday: number,
): Foretold => {
  const best = rhythms.reduce((chosen, rhythm) =>
    rhythm.error + PLAINER_BY < chosen.error ? rhythm : chosen,
  )
  return { likelihood: best.foretell(seen), why: whyOf(best.name, seen, weekday) }
}

/** Weekday deliveries that a reason counts. */
const TOLD_OF = 13

const whyOf = (name: Rhythm['name'], seen: Seen, weekday: number): Why => {
  switch (name) {
    case 'weeks':
      return { rhythm: name, weeks: seen.weeks }
    case 'deliveries':
      return { rhythm: name, deliveries: seen.deliveries }
    case 'month':
      return { rhythm: name, nth: seen.nthOfMonth, weekday }
    default: {
      const told = seen.series.slice(-TOLD_OF)
      return { rhythm: 'weekday', times: told.filter(Boolean).length, of: told.length, weekday }
    }
  }
}

/** Two orders that agree outweigh all before them, and one alone does not: a new level is followed, and a banquet is not. */
const QUANTITY_KEPT = 0.63
const QUANTITIES = 8

const quantityOf = ({ at, quantities }: Ordered, { deliveries }: Past): number => {
  const all = at.map((place, nth) => ({ quantity: quantities[nth] ?? 1, place }))
  const onWeekday = all.filter(({ place }) => deliveries[place]?.isSameWeekday)
  const recent = (onWeekday.length > 1 ? onWeekday : all).slice(-QUANTITIES).map(({ quantity }) => quantity)
  return usualQuantity(recent)
}

/** The median, in which each quantity counts for less than the one after it. @param quantities the oldest first */
export const usualQuantity = (quantities: readonly number[]): number => {
  const weighed = quantities
    .map((quantity, at) => ({ quantity, weight: QUANTITY_KEPT ** (quantities.length - 1 - at) }))
    .sort((one, other) => one.quantity - other.quantity)
  let half = weighed.reduce((sum, { weight }) => sum + weight, 0) / 2
  for (const { quantity, weight } of weighed) {
    half -= weight
    if (half <= 0) return quantity
  }
  return 1
}
