import { tzOffset } from '@date-fns/tz/tzOffset'

/**
 * Days and times as a clock in London shows them. A day is a text, `YYYY-MM-DD`, and reckoned with as one: a day that
 * is kept as an instant becomes another day twice a year.
 */

const LONDON = 'Europe/London'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

export const londonDayOf = (instant: Date): string => londonClock(instant).slice(0, 10)

export const londonTimeOf = (instant: Date): string => londonClock(instant).slice(11, 16)

/**
 * The instant at which London's clocks show this time on this day. A time that comes twice (clocks going back) is the
 * first of the two; one that is skipped (clocks going forward) is as far after midnight as it would have been.
 * @throws RangeError where there is no such day or time
 */
export const londonInstant = (day: string, time: string): Date => {
  const wallMs = Date.parse(`${day}T${time}:00.000Z`)
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time) || !isDay(day)) {
    throw new RangeError(`No such time in London: ${day} ${time}`)
  }
  const [before, after] = [wallMs - DAY_MS, wallMs + DAY_MS].map(offsetMs) as [number, number]
  // All days but two in a year: the clocks do not change about then.
  if (before === after) return new Date(wallMs - before)
  const asBefore = wallMs - before
  const asAfter = wallMs - after
  const shown = offsetMs(asBefore) === before || offsetMs(asAfter) !== after ? asBefore : asAfter
  return new Date(shown)
}

export const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(ms) && textOf(ms).startsWith(text)
}

export const dayPlus = (day: string, days: number): string =>
  textOf(midnightUtcMs(day) + days * DAY_MS).slice(0, 10)

/** ISO: 1 Monday to 7 Sunday. */
export const isoWeekday = (day: string): number => new Date(midnightUtcMs(day)).getUTCDay() || 7

/**
 * `Tue 24 Nov`; given the time it is, with the year where that is another one: `Fri 1 Jan 2027`. Names stand here, not in
 * Intl, whose "Sept" and commas differ from one engine to the next.
 */
export const dayText = (day: string, now?: Date): string => {
  const date = new Date(midnightUtcMs(day))
  const isOfThisYear = now === undefined || londonDayOf(now).slice(0, 4) === day.slice(0, 4)
  const year = isOfThisYear ? '' : ` ${day.slice(0, 4)}`
  return `${WEEKDAYS[isoWeekday(day) - 1]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}${year}`
}

function midnightUtcMs(day: string): number {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  return Date.parse(`${day}T00:00:00.000Z`)
}

const textOf = (ms: number): string => new Date(ms).toISOString()

const offsetMs = (ms: number): number => tzOffset(LONDON, new Date(ms)) * MINUTE_MS

const londonClock = (instant: Date): string => textOf(instant.getTime() + offsetMs(instant.getTime()))
