/** Days are `YYYY-MM-DD` texts in London time: a day kept as an instant shifts twice a year. */

import { DAY_MS, HOUR_MS } from './durations.ts'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

export const londonDayOf = (instant: Date): string => londonClock(instant).slice(0, 10)

export const londonTimeOf = (instant: Date): string => londonClock(instant).slice(11, 16)

/** A repeated time (clocks going back) means the first; a skipped one moves on an hour. @throws RangeError if invalid */
export const londonInstant = (day: string, time: string): Date => {
  const wallMs = Date.parse(`${day}T${time}:00.000Z`)
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time) || !isDay(day)) {
    throw new RangeError(`No such time in London: ${day} ${time}`)
  }
  const [before, after] = [wallMs - DAY_MS, wallMs + DAY_MS].map(offsetMs) as [number, number]
  // True unless the clocks change around then.
  if (before === after) return new Date(wallMs - before)
  const asBefore = wallMs - before
  const asAfter = wallMs - after
  const shown = offsetMs(asBefore) === before || offsetMs(asAfter) !== after ? asBefore : asAfter
  return new Date(shown)
}

export const isDay = (text: string): boolean => !Number.isNaN(midnightMsOf(text))

export const dayPlus = (day: string, days: number): string =>
  textOf(midnightUtcMs(day) + days * DAY_MS).slice(0, 10)

/** ISO: 1 Monday to 7 Sunday. */
export const isoWeekday = (day: string): number => new Date(midnightUtcMs(day)).getUTCDay() || 7

/** `Tue 24 Nov`; with the year if it is not that of `now`. Intl's names ("Sept") and commas differ between engines. */
export const dayText = (day: string, now?: Date): string => {
  const date = new Date(midnightUtcMs(day))
  const isOfThisYear = now === undefined || londonDayOf(now).slice(0, 4) === day.slice(0, 4)
  const year = isOfThisYear ? '' : ` ${day.slice(0, 4)}`
  return `${WEEKDAYS[isoWeekday(day) - 1]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}${year}`
}

function midnightUtcMs(day: string): number {
  const ms = midnightMsOf(day)
  if (Number.isNaN(ms)) throw new RangeError(`Not a day: ${day}`)
  return ms
}

/** NaN where the text is no day. Some engines take 30 February for 2 March. */
function midnightMsOf(text: string): number {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return Number.NaN
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return new Date(ms).getUTCDate() === Number(text.slice(8)) ? ms : Number.NaN
}

const textOf = (ms: number): string => new Date(ms).toISOString()

/** Summer Time Order 2002: from 01:00 GMT on the last Sunday of March to 01:00 GMT on the last Sunday of October, as since 1996. */
const offsetMs = (ms: number): number => {
  const year = new Date(ms).getUTCFullYear()
  return ms >= lastSundayMs(year, MARCH) && ms < lastSundayMs(year, OCTOBER) ? HOUR_MS : 0
}

const MARCH = 2
const OCTOBER = 9

/** At 01:00 GMT. @param month one of 31 days, from 0 */
const lastSundayMs = (year: number, month: number): number => {
  const end = Date.UTC(year, month, 31, 1)
  return end - new Date(end).getUTCDay() * DAY_MS
}

const londonClock = (instant: Date): string => textOf(instant.getTime() + offsetMs(instant.getTime()))

/** `Mon 26 Oct to Sun 1 Nov`, with the year if it is not this one; a single day alone. */
export const daysText = ({ from, to }: { from: string; to: string }): string => {
  const now = new Date()
  return from === to ? dayText(from, now) : `${dayText(from, now)} to ${dayText(to, now)}`
}
