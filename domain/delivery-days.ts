import { closedDays } from './bank-holidays.ts'
import type { DeliveryDay } from './customer.ts'
import { MINUTE_MS } from './durations.ts'
import { dayPlus, dayText, isoWeekday, londonDayOf, londonInstant, londonTimeOf } from './london-time.ts'

export const DELIVERY_HORIZON_DAYS = 28

const SUNDAY = 7
const MINUTES_IN_HOUR = 60
const MINUTES_IN_DAY = 24 * MINUTES_IN_HOUR
const EVENING_FROM = '18:00'

export type DeliveryDaysInput = {
  now: Date
  deliveryWeekdays: readonly number[]
  cutOffTime: string
  /** Working days from cut-off to delivery; 0 is the same day. */
  cutOffDaysBefore: number
  /** YYYY-MM-DD; neither delivery days nor working days. */
  holidays: Iterable<string>
  horizonDays: number
}

/** Nearest first. Includes days past their cut-off, so that checks can name it. @throws RangeError for an invalid cut-off time */
export const deliveryDays = ({
  now,
  deliveryWeekdays,
  cutOffTime,
  cutOffDaysBefore,
  holidays,
  horizonDays,
}: DeliveryDaysInput): DeliveryDay[] => {
  const closed = new Set(holidays)
  const today = londonDayOf(now)
  return Array.from({ length: horizonDays + 1 }, (_, ahead) => dayPlus(today, ahead))
    .filter((day) => deliveryWeekdays.includes(isoWeekday(day)) && !closed.has(day))
    .map((day) => {
      const cutOffDay = workingDaysBefore(day, cutOffDaysBefore, closed)
      return { day, cutOffAt: londonInstant(cutOffDay, cutOffTime).toISOString() }
    })
}

export const offeredDays = (
  route: Omit<DeliveryDaysInput, 'now' | 'horizonDays' | 'holidays'> & { holidays: readonly string[] },
  now: Date,
): DeliveryDay[] => {
  const year = now.getUTCFullYear()
  // The cut-off for a January day may fall in December.
  const holidays = closedDays(route.holidays, year - 1, year + 1)
  return deliveryDays({ ...route, holidays, now, horizonDays: DELIVERY_HORIZON_DAYS })
}

export const openDeliveryDays = (days: readonly DeliveryDay[], now: Date): DeliveryDay[] =>
  days.filter((day) => !isCutOffPassed(day, now))

export const isCutOffPassed = ({ cutOffAt }: DeliveryDay, now: Date): boolean =>
  now.getTime() >= Date.parse(cutOffAt)

export const deliveryDayText = ({ day, cutOffAt }: DeliveryDay, now: Date): string =>
  `${dayText(day, now)}, ${cutOffText(cutOffAt, now)}`

/** `order by 22:00 tonight (1 h 12 min)`, `order by 16:00 on Sat 21 Nov`. The time left is rounded down. */
export const cutOffText = (cutOffAt: string, now: Date): string =>
  `${orderByText(cutOffAt, now)}${isCountedDown(cutOffAt, now) ? ` (${timeLeftText(leftMsOf(cutOffAt, now))})` : ''}`

/** The same without the time left, beside which that counts down. */
export const orderByText = (cutOffAt: string, now: Date): string => {
  const cutOff = new Date(cutOffAt)
  const words = leftMsOf(cutOffAt, now) > 0 ? 'order by' : 'ordering closed at'
  return `${words} ${londonTimeOf(cutOff)} ${nearDayText(cutOff, now)}`
}

/** On its last day. */
export const isCountedDown = (cutOffAt: string, now: Date): boolean => {
  const leftMs = leftMsOf(cutOffAt, now)
  return leftMs > 0 && leftMs < MINUTES_IN_DAY * MINUTE_MS
}

const leftMsOf = (cutOffAt: string, now: Date): number => Date.parse(cutOffAt) - now.getTime()

/** `Change until 22:00 Tue`; null once the cut-off has passed. Over a week ahead it has the date. */
export const changeUntilText = (
  cutOffAt: string,
  now: Date,
  verb: 'Change' | 'Cancel' = 'Change',
): string | null => {
  const cutOff = new Date(cutOffAt)
  if (cutOff.getTime() <= now.getTime()) return null
  const day = londonDayOf(cutOff)
  const near = nearDayText(cutOff, now).replace('on ', '')
  const isThisWeek = day < dayPlus(londonDayOf(now), 7)
  return `${verb} until ${londonTimeOf(cutOff)} ${isThisWeek ? (near.split(' ')[0] ?? near) : near}`
}

export const instantText = (instant: Date): string =>
  `${londonTimeOf(instant)} on ${dayText(londonDayOf(instant))}`

function workingDaysBefore(day: string, count: number, closed: ReadonlySet<string>): string {
  let earlier = day
  for (let left = count; left > 0; ) {
    earlier = dayPlus(earlier, -1)
    if (isoWeekday(earlier) !== SUNDAY && !closed.has(earlier)) left -= 1
  }
  return earlier
}

function nearDayText(instant: Date, now: Date): string {
  const day = londonDayOf(instant)
  const today = londonDayOf(now)
  if (day === today) return londonTimeOf(instant) >= EVENING_FROM ? 'tonight' : 'today'
  if (day === dayPlus(today, 1)) return 'tomorrow'
  if (day === dayPlus(today, -1)) return 'yesterday'
  return `on ${dayText(day, now)}`
}

function timeLeftText(leftMs: number): string {
  const minutes = Math.floor(leftMs / MINUTE_MS)
  if (minutes < 1) return 'less than a minute'
  const hours = Math.floor(minutes / MINUTES_IN_HOUR)
  const rest = minutes % MINUTES_IN_HOUR
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}
