import { dayText, londonDayOf, londonTimeOf } from './london-time.ts'

/** How old something is, said as when it was told: `09:12` where that was today in London, else `Mon 23 Nov`. */
export const asOfText = (at: Date, now: Date): string => {
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : dayText(day, now)
}

export const momentText = (at: Date, now: Date): string => {
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : `${dayText(day, now)}, ${londonTimeOf(at)}`
}
