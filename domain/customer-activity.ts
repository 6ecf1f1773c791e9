import { DAY_MS } from './durations.ts'

/** Slipping away: waiting much longer than usual. Stopped: nothing within half a year. */
export const ACTIVITY_STATES = ['ordering', 'slipping', 'stopped', 'never'] as const
export type ActivityState = (typeof ACTIVITY_STATES)[number]

export const ACTIVITY_WORDS: Record<ActivityState, string> = {
  ordering: 'Ordering',
  slipping: 'Slipping away',
  stopped: 'Stopped',
  never: 'Never ordered',
}

/** The days before today in which a customer's habit is looked for. */
export const HABIT_DAYS = 182

/** Fewer deliveries make no habit. */
const HABIT_DELIVERIES_MIN = 4

/** A daily customer who is away for a long weekend is not slipping. */
const IDLE_DAYS_MIN = 7

/** A product is bought regularly from so many delivery days on, of the days before the period. */
export const REGULAR_DELIVERIES_MIN = 3
export const REGULAR_WITHIN_DAYS = 91

/** Delivery days within `HABIT_DAYS`, as YYYY-MM-DD. */
export type Deliveries = { count: number; first: string; last: string }

/** Days from one delivery to the next, on average; null without a habit. */
export const usualDaysOf = (deliveries: Deliveries | null): number | null =>
  deliveries === null || deliveries.count < HABIT_DELIVERIES_MIN
    ? null
    : daysBetween(deliveries.first, deliveries.last) / (deliveries.count - 1)

export const activityStateOf = ({
  lastDay,
  usualDays,
  today,
}: {
  /** The last delivery day; null: none yet. */
  lastDay: string | null
  usualDays: number | null
  today: string
}): ActivityState => {
  if (lastDay === null) return 'never'
  const idleDays = daysBetween(lastDay, today)
  if (idleDays >= HABIT_DAYS) return 'stopped'
  const isLate = usualDays !== null && idleDays > 2 * usualDays && idleDays >= IDLE_DAYS_MIN
  return isLate ? 'slipping' : 'ordering'
}

/** Negative where the second is the earlier one. */
export const daysBetween = (first: string, second: string): number =>
  (Date.parse(second) - Date.parse(first)) / DAY_MS
