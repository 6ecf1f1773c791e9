import { describe, expect, it } from 'vitest'
import { bankHolidays, closedDays, easterSunday } from '#domain/bank-holidays.ts'
import { deliveryDays, offeredDays } from '#domain/delivery-days.ts'

const daysOf = (year: number): string[] =>
  bankHolidays(year)
    .map(({ day }) => day)
    .sort()

describe('the bank holidays of England and Wales', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
  ])('include Easter of %i on %s', (year, day) => {
    expect(easterSunday(year)).toBe(day)
  })

  // As published, including Christmas, Boxing and New Year's Day themselves at a weekend.
  it.each([
    [
      2024,
      [
        '2024-01-01',
        '2024-03-29',
        '2024-04-01',
        '2024-05-06',
        '2024-05-27',
        '2024-08-26',
        '2024-12-25',
        '2024-12-26',
      ],
    ],
    [
      2025,
      [
        '2025-01-01',
        '2025-04-18',
        '2025-04-21',
        '2025-05-05',
        '2025-05-26',
        '2025-08-25',
        '2025-12-25',
        '2025-12-26',
      ],
    ],
    [
      2026,
      [
        '2026-01-01',
        '2026-04-03',
        '2026-04-06',
        '2026-05-04',
        '2026-05-25',
        '2026-08-31',
        '2026-12-25',
        '2026-12-26',
        '2026-12-28',
      ],
    ],
    [
      2027,
      [
        '2027-01-01',
        '2027-03-26',
        '2027-03-29',
        '2027-05-03',
        '2027-05-31',
        '2027-08-30',
        '2027-12-25',
        '2027-12-26',
        '2027-12-27',
        '2027-12-28',
      ],
    ],
    [
      2028,
      [
        '2028-01-01',
        '2028-01-03',
        '2028-04-14',
        '2028-04-17',
        '2028-05-01',
        '2028-05-29',
        '2028-08-28',
        '2028-12-25',
        '2028-12-26',
      ],
    ],
  ])('match the published dates of %i', (year, days) => {
    expect(daysOf(year)).toEqual(days)
  })

  it('move a Sunday Christmas to after Boxing Day', () => {
    expect(bankHolidays(2022).filter(({ day }) => day > '2022-12')).toEqual([
      { day: '2022-12-25', name: 'Christmas Day' },
      { day: '2022-12-26', name: 'Boxing Day' },
      { day: '2022-12-27', name: 'Christmas Day (substitute day)' },
    ])
  })
})

describe('closed days', () => {
  it('are the bank holidays in every year without entries', () => {
    for (const year of [2029, 2035, 2060]) {
      expect(closedDays(['2028-12-25'], year, year)).toEqual([
        '2028-12-25',
        ...bankHolidays(year).map(({ day }) => day),
      ])
    }
  })

  it('are only the company’s own in a year with entries', () => {
    const own = ['2029-12-25', '2029-06-01']
    expect(closedDays(own, 2028, 2029)).toEqual([...own, ...bankHolidays(2028).map(({ day }) => day)])
  })

  it('are never offered after the last year of a list, nor counted as working days', () => {
    const route = {
      deliveryWeekdays: [1, 2, 3, 4, 5, 6],
      cutOffTime: '22:00',
      cutOffDaysBefore: 1,
      holidays: ['2028-12-25', '2028-12-26'],
    }
    const days = offeredDays(route, new Date('2029-12-20T12:00:00Z')).map(({ day }) => day)
    expect(days).toContain('2029-12-24')
    for (const day of ['2029-12-25', '2029-12-26', '2030-01-01']) expect(days).not.toContain(day)
    const after = offeredDays(route, new Date('2030-01-01T12:00:00Z'))[0]
    // The working day before Wednesday 2 January is Monday 31 December.
    expect(after).toEqual({ day: '2030-01-02', cutOffAt: '2029-12-31T22:00:00.000Z' })
    expect(deliveryDays({ ...route, now: new Date('2029-12-25T12:00:00Z'), horizonDays: 0 })).toHaveLength(1)
  })
})
