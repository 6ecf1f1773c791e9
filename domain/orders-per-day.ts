import { DAY_MS } from './durations.ts'
import { dayPlus, dayText } from './london-time.ts'
import type { DeliveryMethod } from './trolly.ts'

/** What the report of orders counts by. */
export const ORDER_GROUPS = ['day', 'depot', 'channel', 'method', 'hours'] as const
export type OrderGroup = (typeof ORDER_GROUPS)[number]

/** Who placed an order: the customer, the office for them, or another system, from which it was imported. */
export const ORDER_CHANNELS = ['customer', 'office', 'other'] as const
export type OrderChannel = (typeof ORDER_CHANNELS)[number]

export const CHANNEL_WORDS: Record<OrderChannel, string> = {
  customer: 'By customers',
  office: 'By the office',
  other: 'Other systems',
}

export const METHOD_WORDS: Record<DeliveryMethod, string> = {
  delivery: 'Delivered',
  collection: 'Collected',
}

/**
 * The hours before the cut-off at which an order was placed: each is the lower bound of a range that ends at the one before it.
 * The database sorts orders into the same ranges (`hours_before_cut_off`).
 */
export const HOURS_BEFORE = ['48', '24', '12', '6', '3', '1', '0', '-1', '-2'] as const
export type HoursBefore = (typeof HOURS_BEFORE)[number]

export const HOURS_WORDS: Record<HoursBefore, string> = {
  '48': '48 hours or more',
  '24': '24 to 48 hours',
  '12': '12 to 24 hours',
  '6': '6 to 12 hours',
  '3': '3 to 6 hours',
  '1': '1 to 3 hours',
  '0': 'Last hour',
  '-1': 'After the cut-off',
  '-2': 'No cut-off known',
}

/** The key of orders to a postcode that belongs to no depot. */
export const NO_DEPOT = '-'

/** @param now today's year is left out of a day's words */
export const groupText = (by: OrderGroup, key: string, now: Date): string => {
  if (by === 'day') return dayText(key, now)
  if (by === 'depot') return key === NO_DEPOT ? 'No depot' : key
  return WORDS[by][key] ?? key
}

const WORDS: Record<'channel' | 'method' | 'hours', Readonly<Record<string, string>>> = {
  channel: CHANNEL_WORDS,
  method: METHOD_WORDS,
  hours: HOURS_WORDS,
}

type Days = { from: string; to: string }

export const dayCountOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** How many days back the period before lies: whole weeks, so that a weekday is compared with the same weekday. */
export const daysToPeriodBefore = (period: Days): number => Math.ceil(dayCountOf(period) / 7) * 7

export const periodBefore = (period: Days): Days => {
  const back = -daysToPeriodBefore(period)
  return { from: dayPlus(period.from, back), to: dayPlus(period.to, back) }
}
