import { dayPlus, isoWeekday } from './london-time.ts'

/** England and Wales, with substitute days. Omits one-off proclamations and moves (May 2020, May 2023). */

export type Holiday = { day: string; name: string }

const SATURDAY = 6
const MONDAY = 1

/** Christmas Day, Boxing Day and New Year's Day are closed as well as their substitute weekdays. */
export const bankHolidays = (year: number): Holiday[] => {
  const easter = easterSunday(year)
  return [
    ...withSubstitute([`${year}-01-01`], 'New Year’s Day'),
    { day: dayPlus(easter, -2), name: 'Good Friday' },
    { day: dayPlus(easter, 1), name: 'Easter Monday' },
    { day: mondayFrom(`${year}-05-01`), name: 'Early May bank holiday' },
    { day: mondayFrom(`${year}-05-25`), name: 'Spring bank holiday' },
    { day: mondayFrom(`${year}-08-25`), name: 'Summer bank holiday' },
    ...withSubstitute([`${year}-12-25`, `${year}-12-26`], 'Christmas Day', 'Boxing Day'),
  ]
}

/** Company days replace the bank holidays of their year, since many companies deliver on some of those. */
export const closedDays = (own: readonly string[], fromYear: number, toYear: number): string[] => {
  const yearsEntered = new Set(own.map((day) => Number(day.slice(0, 4))))
  const years = Array.from({ length: toYear - fromYear + 1 }, (_, after) => fromYear + after)
  return [
    ...own,
    ...years
      .filter((year) => !yearsEntered.has(year))
      .flatMap((year) => bankHolidays(year).map(({ day }) => day)),
  ]
}

function withSubstitute(days: string[], ...names: string[]): Holiday[] {
  const holidays = days.map((day, at) => ({ day, name: names[at] ?? '' }))
  const taken = new Set(days)
  for (const { day, name } of [...holidays]) {
    if (isoWeekday(day) < SATURDAY) continue
    let substitute = dayPlus(day, 1)
    while (isoWeekday(substitute) >= SATURDAY || taken.has(substitute)) substitute = dayPlus(substitute, 1)
    taken.add(substitute)
    holidays.push({ day: substitute, name: `${name} (substitute day)` })
  }
  return holidays
}

function mondayFrom(day: string): string {
  return isoWeekday(day) === MONDAY ? day : mondayFrom(dayPlus(day, 1))
}

/** The algorithm of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
