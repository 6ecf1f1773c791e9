import { HOUR_MS } from './durations.ts'
import { londonTimeOf } from './london-time.ts'

/** When a device is reminded of a trolly that is not ordered yet. */

const USUAL_LEAD_HOURS = 1
const EARLIEST_LEAD_HOURS = 4
/** How far ahead of a cut-off a reminder may be due. */
export const REMINDED_WITHIN_MS = EARLIEST_LEAD_HOURS * HOUR_MS
/** With fewer days nobody knows a device's habits. */
const DAYS_KNOWN_LEAST = 5

/**
 * An hour before the cut-off. Where the device is usually offline in that hour: at the start of the last hour before it in which the
 * device is usually online, up to four hours before the cut-off, so that the reminder is there when the device next looks.
 * @param seenHours on how many days the device called in each hour of the day, in London
 */
export const reminderAt = (cutOffAt: Date, seenHours: readonly number[]): Date => {
  const usual = new Date(cutOffAt.getTime() - USUAL_LEAD_HOURS * HOUR_MS)
  const days = Math.max(0, ...seenHours)
  const earliest = new Date(cutOffAt.getTime() - REMINDED_WITHIN_MS)
  if (days < DAYS_KNOWN_LEAST) return usual
  for (let lead = USUAL_LEAD_HOURS; lead <= EARLIEST_LEAD_HOURS; lead += 1) {
    const at = new Date(cutOffAt.getTime() - lead * HOUR_MS)
    const isUsuallyOnline = (seenHours[londonHourOf(at)] ?? 0) * 2 >= days
    if (isUsuallyOnline) return lead === USUAL_LEAD_HOURS ? usual : laterOf(startOfHour(at), earliest)
  }
  return usual
}

export const londonHourOf = (instant: Date): number => Number(londonTimeOf(instant).slice(0, 2))

/** London's clocks differ from UTC by whole hours. */
const startOfHour = (instant: Date): Date => new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS)

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

/** Old habits fade: a device that has been counted for so many days has all its counts halved. */
export const COUNTED_DAYS_MOST = 28
