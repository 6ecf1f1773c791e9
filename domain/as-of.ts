import { dayText, londonDayOf, londonTimeOf } from './london-time.ts'

/** How old something is, said as when it was told: `09:12` where that was today in London, else `Mon 23 Nov`. */
export const asOfText = (at: Date, now: Date): string => {
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : dayText(day, now)
}

/** When something was done, to tell it from what was done at another time of the same day: `Mon 23 Nov, 09:12`. */
export const momentText = (at: Date, now: Date): string => {
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : `${dayText(day, now)}, ${londonTimeOf(at)}`
}
