/** Days in Europe/London, YYYY-MM-DD, both included. */
export type Period = { from: string; to: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

export const daysBack = (today: string, days: number): Period => ({
  from: new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10),
  to: today,
})

/** Falls back to `standIn` for an invalid day or an end before the start. */
export const periodOf = (filters: Readonly<Record<string, string>>, standIn: Period): Period => {
  const { from = '', to = '' } = filters
  return isPeriod({ from, to }) ? { from, to } : standIn
}

export const isPeriod = ({ from, to }: Period): boolean => isDay(from) && isDay(to) && from <= to

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text))
