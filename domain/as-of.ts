import { dayText, londonDayOf, londonTimeOf } from './london-time.ts'

/** The time for today in London, else the day: `09:12`, `Mon 23 Nov`. */
export const asOfText = (at: Date, now: Date): string => {
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : dayText(day, now)
}

export const momentText = (at: Date, now: Date): string => {
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : `${dayText(day, now)}, ${londonTimeOf(at)}`
}
