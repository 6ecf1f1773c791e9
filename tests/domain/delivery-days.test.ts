import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeUntilText,
  cutOffText,
  type DeliveryDaysInput,
  deliveryDays,
  deliveryDayText,
  isCutOffPassed,
  openDeliveryDays,
} from '#domain/delivery-days.ts'
import { dayPlus, isoWeekday, londonDayOf, londonTimeOf } from '#domain/london-time.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const MONDAY_TO_SATURDAY = [1, 2, 3, 4, 5, 6]

const daysOf = (parts: Partial<Omit<DeliveryDaysInput, 'now'>> & { now: string }) =>
  deliveryDays({
    deliveryWeekdays: MONDAY_TO_SATURDAY,
    cutOffTime: '22:00',
    cutOffDaysBefore: 1,
    holidays: [],
    horizonDays: 7,
    ...parts,
    now: new Date(parts.now),
  })

describe('delivery days', () => {
  it('run from today to the horizon on the route’s weekdays, each with its cut-off on the previous working day', () => {
    expect(daysOf({ now: '2026-11-23T20:48:00Z', deliveryWeekdays: [1, 2, 5] })).toEqual([
      { day: '2026-11-23', cutOffAt: '2026-11-21T22:00:00.000Z' },
      { day: '2026-11-24', cutOffAt: '2026-11-23T22:00:00.000Z' },
      { day: '2026-11-27', cutOffAt: '2026-11-26T22:00:00.000Z' },
      { day: '2026-11-30', cutOffAt: '2026-11-28T22:00:00.000Z' },
    ])
  })

  it('skip holidays, and do not count them as working days', () => {
    const christmas = ['2026-12-25', '2026-12-26', '2026-12-28']
    expect(daysOf({ now: '2026-12-24T09:00:00Z', holidays: christmas })).toEqual([
      { day: '2026-12-24', cutOffAt: '2026-12-23T22:00:00.000Z' },
      // Monday 28 is a holiday; the working day before Tuesday 29 is Thursday 24.
      { day: '2026-12-29', cutOffAt: '2026-12-24T22:00:00.000Z' },
      { day: '2026-12-30', cutOffAt: '2026-12-29T22:00:00.000Z' },
      { day: '2026-12-31', cutOffAt: '2026-12-30T22:00:00.000Z' },
    ])
  })

  it('continue into the new year', () => {
    expect(daysOf({ now: '2026-12-30T12:00:00Z', holidays: ['2027-01-01'], horizonDays: 5 })).toEqual([
      { day: '2026-12-30', cutOffAt: '2026-12-29T22:00:00.000Z' },
      { day: '2026-12-31', cutOffAt: '2026-12-30T22:00:00.000Z' },
      { day: '2027-01-02', cutOffAt: '2026-12-31T22:00:00.000Z' },
      { day: '2027-01-04', cutOffAt: '2027-01-02T22:00:00.000Z' },
    ])
  })

  it('include 29 February', () => {
    expect(daysOf({ now: '2028-02-28T12:00:00Z', horizonDays: 2 }).map(({ day }) => day)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    expect(daysOf({ now: '2028-03-01T12:00:00Z', horizonDays: 0 })).toEqual([
      { day: '2028-03-01', cutOffAt: '2028-02-29T22:00:00.000Z' },
    ])
  })

  it('keep the cut-off’s local time when the clocks go forward', () => {
    expect(daysOf({ now: '2026-03-27T12:00:00Z', horizonDays: 3, deliveryWeekdays: EVERY_DAY })).toEqual([
      { day: '2026-03-27', cutOffAt: '2026-03-26T22:00:00.000Z' },
      { day: '2026-03-28', cutOffAt: '2026-03-27T22:00:00.000Z' },
      { day: '2026-03-29', cutOffAt: '2026-03-28T22:00:00.000Z' },
      { day: '2026-03-30', cutOffAt: '2026-03-28T22:00:00.000Z' },
    ])
    expect(daysOf({ now: '2026-03-30T12:00:00Z', horizonDays: 1 })[1]?.cutOffAt).toBe(
      '2026-03-30T21:00:00.000Z',
    )
  })

  it('keep the cut-off’s local time when the clocks go back', () => {
    expect(daysOf({ now: '2026-10-24T12:00:00Z', horizonDays: 3 })).toEqual([
      { day: '2026-10-24', cutOffAt: '2026-10-23T21:00:00.000Z' },
      { day: '2026-10-26', cutOffAt: '2026-10-24T21:00:00.000Z' },
      { day: '2026-10-27', cutOffAt: '2026-10-26T22:00:00.000Z' },
    ])
  })

  it('accept a Sunday route’s cut-off in the skipped or repeated hour', () => {
    const early = { deliveryWeekdays: [7], cutOffTime: '01:30', cutOffDaysBefore: 0, horizonDays: 0 }
    expect(daysOf({ now: '2026-03-29T00:00:00Z', ...early })[0]?.cutOffAt).toBe('2026-03-29T01:30:00.000Z')
    expect(daysOf({ now: '2026-10-25T00:00:00Z', ...early })[0]?.cutOffAt).toBe('2026-10-25T00:30:00.000Z')
  })

  it('start with today’s date in London, even when UTC has another', () => {
    expect(daysOf({ now: '2026-07-01T23:30:00Z', horizonDays: 0 }).map(({ day }) => day)).toEqual([
      '2026-07-02',
    ])
  })

  it('accept a cut-off on the delivery morning or several days earlier', () => {
    const now = '2026-11-26T12:00:00Z'
    expect(daysOf({ now, cutOffDaysBefore: 0, cutOffTime: '05:00', horizonDays: 0 })[0]?.cutOffAt).toBe(
      '2026-11-26T05:00:00.000Z',
    )
    expect(daysOf({ now, cutOffDaysBefore: 5, horizonDays: 0 })[0]?.cutOffAt).toBe('2026-11-20T22:00:00.000Z')
  })

  it('reject a cut-off that is not a time of day', () => {
    expect(() => daysOf({ now: '2026-11-26T12:00:00Z', cutOffTime: '25:00' })).toThrow(RangeError)
  })

  it('keep their guarantees for any route, holidays and clock', () => {
    const instant = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2032-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    const input = instant.chain((now) =>
      fc.record({
        now: fc.constant(now),
        deliveryWeekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
        // Not in the skipped hour, which has a case above.
        cutOffTime: fc.constantFrom('00:00', '05:30', '12:00', '16:00', '22:00', '23:59'),
        cutOffDaysBefore: fc.integer({ min: 0, max: 6 }),
        holidays: fc.uniqueArray(
          fc.integer({ min: -15, max: 40 }).map((ahead) => dayPlus(londonDayOf(now), ahead)),
          { maxLength: 12 },
        ),
        horizonDays: fc.integer({ min: 0, max: 40 }),
      }),
    )
    fc.assert(
      fc.property(input, (parts) => {
        const { now, deliveryWeekdays, holidays, horizonDays, cutOffTime, cutOffDaysBefore } = parts
        const today = londonDayOf(now)
        const isWorking = (day: string) => isoWeekday(day) !== 7 && !holidays.includes(day)
        const days = deliveryDays(parts)
        const among = new Set(days.map(({ day }) => day))

        for (let ahead = -1; ahead <= horizonDays + 1; ahead += 1) {
          const day = dayPlus(today, ahead)
          const comes = deliveryWeekdays.includes(isoWeekday(day)) && !holidays.includes(day)
          expect(among.has(day)).toBe(comes && ahead >= 0 && ahead <= horizonDays)
        }
        expect([...among]).toEqual([...among].sort())
        for (const { day, cutOffAt } of days) {
          const cutOffDay = londonDayOf(new Date(cutOffAt))
          expect(londonTimeOf(new Date(cutOffAt))).toBe(cutOffTime)
          expect(cutOffDay <= day).toBe(true)
          expect(cutOffDaysBefore === 0 || isWorking(cutOffDay)).toBe(true)
          let workingDays = 0
          for (let between = cutOffDay; between < day; between = dayPlus(between, 1)) {
            workingDays += isWorking(between) ? 1 : 0
          }
          expect(workingDays).toBe(cutOffDaysBefore)
        }
        expect(openDeliveryDays(days, now)).toEqual(days.filter(({ cutOffAt }) => new Date(cutOffAt) > now))
      }),
    )
  })
})

describe('a cut-off', () => {
  const tuesday = { day: '2026-11-24', cutOffAt: '2026-11-23T22:00:00.000Z' }

  it('has passed at its exact instant', () => {
    expect(isCutOffPassed(tuesday, new Date('2026-11-23T21:59:59.999Z'))).toBe(false)
    expect(isCutOffPassed(tuesday, new Date('2026-11-23T22:00:00.000Z'))).toBe(true)
  })

  it('is written with its day', () => {
    expect(deliveryDayText(tuesday, new Date('2026-11-23T20:48:00Z'))).toBe(
      'Tue 24 Nov, order by 22:00 tonight (1 h 12 min)',
    )
  })

  it.each([
    ['2026-11-23T20:00:00Z', 'order by 22:00 tonight (2 h)'],
    ['2026-11-23T21:15:00Z', 'order by 22:00 tonight (45 min)'],
    ['2026-11-23T21:58:59Z', 'order by 22:00 tonight (1 min)'],
    ['2026-11-23T21:59:01Z', 'order by 22:00 tonight (less than a minute)'],
    ['2026-11-23T22:00:00Z', 'ordering closed at 22:00 tonight'],
    ['2026-11-24T06:00:00Z', 'ordering closed at 22:00 yesterday'],
    ['2026-11-25T06:00:00Z', 'ordering closed at 22:00 on Mon 23 Nov'],
    ['2026-11-23T00:30:00Z', 'order by 22:00 tonight (21 h 30 min)'],
    ['2026-11-22T23:00:00Z', 'order by 22:00 tomorrow (23 h)'],
    ['2026-11-22T22:00:00Z', 'order by 22:00 tomorrow'],
    ['2026-11-20T12:00:00Z', 'order by 22:00 on Mon 23 Nov'],
  ])('at %s reads "%s"', (now, expected) => {
    expect(cutOffText(tuesday.cutOffAt, new Date(now))).toBe(expected)
  })

  it('in the daytime is written as today, by London’s clock', () => {
    expect(cutOffText('2026-07-01T11:00:00.000Z', new Date('2026-07-01T09:30:00Z'))).toBe(
      'order by 12:00 today (1 h 30 min)',
    )
  })

  it('from six is written as tonight', () => {
    const now = new Date('2026-11-23T09:00:00Z')
    expect(cutOffText('2026-11-23T17:59:00.000Z', now)).toBe('order by 17:59 today (8 h 59 min)')
    expect(cutOffText('2026-11-23T18:00:00.000Z', now)).toBe('order by 18:00 tonight (9 h)')
  })

  it('counts real hours over a night of 23 or 25 hours', () => {
    expect(cutOffText('2026-03-29T09:00:00.000Z', new Date('2026-03-28T23:00:00Z'))).toBe(
      'order by 10:00 tomorrow (10 h)',
    )
    expect(cutOffText('2026-10-25T10:00:00.000Z', new Date('2026-10-24T22:00:00Z'))).toBe(
      'order by 10:00 tomorrow (12 h)',
    )
  })
})

describe('how long an order can be changed', () => {
  const at = new Date('2026-11-20T09:00:00Z')
  it.each([
    ['2026-11-20T22:00:00Z', 'Change until 22:00 tonight'],
    ['2026-11-21T16:00:00Z', 'Change until 16:00 tomorrow'],
    ['2026-11-24T22:00:00Z', 'Change until 22:00 Tue'],
    ['2026-11-27T22:00:00Z', 'Change until 22:00 Fri 27 Nov'],
    ['2026-11-20T09:00:00Z', null],
  ])('%s', (cutOffAt, words) => {
    expect(changeUntilText(cutOffAt, at)).toBe(words)
  })
})
