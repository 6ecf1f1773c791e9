import type { Why } from './usual-order.ts'

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'] as const
const NTH = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** @param weekday ISO */
const daysWord = (weekday: number): string => DAYS[weekday - 1] ?? ''

/** "12 of the last 13 Fridays": why a product is proposed. */
export const whyText = (why: Why): string => {
  switch (why.rhythm) {
    case 'weekday':
      return why.times === why.of
        ? `Each of the last ${why.of} ${daysWord(why.weekday)}`
        : `${why.times} of the last ${why.of} ${daysWord(why.weekday)}`
    case 'weeks':
      return why.weeks === 2 ? 'Every other week' : `Last ordered ${why.weeks} weeks ago, as before`
    case 'deliveries':
      return why.deliveries === 1 ? 'With every delivery' : `About every ${why.deliveries} deliveries`
    case 'month':
      return `${capital(NTH[why.nth - 1] ?? 'last')} ${daysWord(why.weekday).slice(0, -1)} of the month`
    case 'season':
      return 'At this time last year'
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const NAMED = 2

/** "Milk, Eggs and 3 more". */
export const namesText = (names: readonly string[]): string => {
  const more = names.length - NAMED
  if (more > 1) return `${names.slice(0, NAMED).join(', ')} and ${more} more`
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}
