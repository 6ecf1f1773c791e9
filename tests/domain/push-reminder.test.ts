import { describe, expect, it } from 'vitest'
import { reminderAt } from '#domain/push-reminder.ts'

/** Counts for the hours named; days: on how many days the device was seen at all. */
const seen = (days: number, ...hours: number[]): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? days : 0))

const WINTER = '2026-12-02T22:00:00Z'

describe('the reminder of a cut-off at 22:00', () => {
  it.each<[string, number[], string]>([
    ['for a device that nobody knows yet', seen(0), '2026-12-02T21:00:00.000Z'],
    ['for a device known for too few days', seen(4, 18), '2026-12-02T21:00:00.000Z'],
    ['for a device usually online by then', seen(20, 18, 21), '2026-12-02T21:00:00.000Z'],
    ['for one online on half of its days by then', seen(20, 10).with(21, 10), '2026-12-02T21:00:00.000Z'],
    ['for one online on fewer, but at 19:00', seen(20, 10, 19).with(21, 9), '2026-12-02T19:00:00.000Z'],
    ['for one that goes offline at 20:00', seen(20, 8, 18, 19), '2026-12-02T19:00:00.000Z'],
    ['for one last online four hours before', seen(20, 18), '2026-12-02T18:00:00.000Z'],
    ['for one last online in the morning', seen(20, 8, 9), '2026-12-02T21:00:00.000Z'],
  ])('%s', (_, seenHours, expected) => {
    expect(reminderAt(new Date(WINTER), seenHours).toISOString()).toBe(expected)
  })
})

it.each<[string, string, number[], string]>([
  [
    'counts hours by London’s clock in summer',
    '2026-07-01T21:00:00Z',
    seen(20, 19),
    '2026-07-01T18:00:00.000Z',
  ],
  [
    'begins with the hour, never more than four hours early',
    '2026-12-02T21:30:00Z',
    seen(20, 17),
    '2026-12-02T17:30:00.000Z',
  ],
  ['begins with the hour otherwise', '2026-12-02T21:30:00Z', seen(20, 18), '2026-12-02T18:00:00.000Z'],
  ['looks back over midnight', '2026-12-02T01:30:00Z', seen(20, 22), '2026-12-01T22:00:00.000Z'],
  [
    'looks back over the hour that the clocks skip',
    '2026-03-29T03:00:00Z',
    seen(20, 0),
    '2026-03-29T00:00:00.000Z',
  ],
])('a reminder %s', (_, cutOffAt, seenHours, expected) => {
  expect(reminderAt(new Date(cutOffAt), seenHours).toISOString()).toBe(expected)
})
