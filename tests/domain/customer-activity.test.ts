import { expect, it } from 'vitest'
import { activityStateOf, usualDaysOf } from '#domain/customer-activity.ts'

const today = '2026-11-30'

it.each([
  ['orders every week and did so eight days ago', '2026-11-22', 7, 'ordering'],
  ['orders every week and has not for fifteen days', '2026-11-15', 7, 'slipping'],
  ['orders every day and was away for a long weekend', '2026-11-24', 1, 'ordering'],
  ['orders every day and has not for a week', '2026-11-23', 1, 'slipping'],
  ['has a delivery to come', '2026-12-02', 1, 'ordering'],
  ['has no habit', '2026-09-01', null, 'ordering'],
  ['has not ordered for half a year', '2026-06-01', null, 'stopped'],
  ['has never ordered', null, null, 'never'],
])('a customer who %s', (_, lastDay, usualDays, state) => {
  expect(activityStateOf({ lastDay, usualDays, today })).toBe(state)
})

it('a habit takes four delivery days', () => {
  expect(usualDaysOf({ count: 4, first: '2026-11-01', last: '2026-11-22' })).toBe(7)
  expect(usualDaysOf({ count: 3, first: '2026-11-01', last: '2026-11-22' })).toBeNull()
  expect(usualDaysOf(null)).toBeNull()
})
