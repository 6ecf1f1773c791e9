/** Without a year: in any. */
export type TypedDay = { year: string | undefined; monthAndDay: string }

const IN_FIGURES = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?$/
const IN_WORDS =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})(?: (\d{4}|\d{2}))?$/

/** The delivery day that someone searches for: "2026-11-05", "5/11/26", "Thu 5 Nov", "5th November 2026". undefined: other text. */
export const typedDay = (text: string): TypedDay | undefined => {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? []
  if (isoYear) return dayOf(Number(isoDay), Number(isoMonth), isoYear)
  const [, day, month, year] = IN_FIGURES.exec(typed) ?? []
  if (day) return dayOf(Number(day), Number(month), year)
  const [, dayWord, name = '', namedYear] = IN_WORDS.exec(typed) ?? []
  const at = MONTH_NAMES.findIndex((each) => each.startsWith(name))
  return dayWord && at >= 0 ? dayOf(Number(dayWord), at + 1, namedYear) : undefined
}

export const isTypedDay = (day: string, { year, monthAndDay }: TypedDay): boolean =>
  day.slice(5) === monthAndDay && (year === undefined || day.startsWith(year))

const dayOf = (day: number, month: number, year: string | undefined): TypedDay | undefined =>
  day >= 1 && day <= 31 && month >= 1 && month <= 12
    ? {
        year: year?.padStart(4, '20'),
        monthAndDay: [month, day].map((part) => String(part).padStart(2, '0')).join('-'),
      }
    : undefined

const MONTH_NAMES = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
