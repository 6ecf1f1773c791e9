import { DAY_MS } from '#domain/durations.ts'
import { Refusal } from './refusal.ts'

/**
 * Of a report's call.
 * @param daysMax the most days from the first to the last
 * @throws Refusal `invalid_request` for a reversed period, or a longer one
 */
export const requirePeriod = ({ from, to }: { from: string; to: string }, daysMax: number): void => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  const message =
    days < 0
      ? 'must not be before the start'
      : days > daysMax
        ? `must be within ${daysMax} days of the start`
        : undefined
  if (message !== undefined)
    throw new Refusal('invalid_request', { errors: [{ path: 'body/created_end_date', message }] })
}
