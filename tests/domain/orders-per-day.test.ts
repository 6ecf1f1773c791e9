import { expect, it } from 'vitest'
import { groupText, periodBefore } from '#domain/orders-per-day.ts'

it.each([
  ['a day', '2026-11-24', '2026-11-24', '2026-11-17', '2026-11-17'],
  ['a week', '2026-11-23', '2026-11-29', '2026-11-16', '2026-11-22'],
  ['eight days', '2026-11-22', '2026-11-29', '2026-11-08', '2026-11-15'],
  ['a month over the change of the clock', '2026-10-01', '2026-10-31', '2026-08-27', '2026-09-26'],
])('the period before %s lies whole weeks back and does not overlap it', (_, from, to, before, until) => {
  expect(periodBefore({ from, to })).toEqual({ from: before, to: until })
})

it('names each group', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  expect(groupText('day', '2026-11-24', now)).toBe('Tue 24 Nov')
  expect(groupText('day', '2025-11-24', now)).toBe('Mon 24 Nov 2025')
  expect(groupText('depot', '-', now)).toBe('No depot')
  expect(groupText('depot', 'Leeds', now)).toBe('Leeds')
  expect(groupText('hours', '0', now)).toBe('Last hour')
  expect(groupText('method', 'collection', now)).toBe('Collected')
})
