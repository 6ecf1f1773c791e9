import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayPlus,
  dayText,
  isDay,
  isoWeekday,
  londonDayOf,
  londonInstant,
  londonTimeOf,
} from '#domain/london-time.ts'

const iso = (day: string, time: string) => londonInstant(day, time).toISOString()

describe('an instant in London', () => {
  it.each([
    ['winter', '2026-11-23', '22:00', '2026-11-23T22:00:00.000Z'],
    ['summer', '2026-07-01', '22:00', '2026-07-01T21:00:00.000Z'],
    ['a summer midnight, still the day before in UTC', '2026-07-01', '00:00', '2026-06-30T23:00:00.000Z'],
    ['the last minute before the clocks go forward', '2026-03-29', '00:59', '2026-03-29T00:59:00.000Z'],
    ['a skipped time: counted from midnight', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
    ['the first minute after the clocks went forward', '2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
    ['the evening of that day', '2026-03-29', '22:00', '2026-03-29T21:00:00.000Z'],
    ['a repeated time: the first', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
    ['the hour after it', '2026-10-25', '02:00', '2026-10-25T02:00:00.000Z'],
    ['the midnight before it', '2026-10-25', '00:00', '2026-10-24T23:00:00.000Z'],
    ['the evening of that day', '2026-10-25', '22:00', '2026-10-25T22:00:00.000Z'],
    ['a leap day', '2028-02-29', '12:00', '2028-02-29T12:00:00.000Z'],
    ['new year', '2027-01-01', '00:00', '2027-01-01T00:00:00.000Z'],
  ])('%s', (_, day, time, expected) => {
    expect(iso(day, time)).toBe(expected)
  })

  it.each([
    ['2026-02-29', '10:00'],
    ['2026-13-01', '10:00'],
    ['26-01-01', '10:00'],
    ['2026-01-01', '24:00'],
    ['2026-01-01', '9:00'],
    ['2026-01-01', '10:60'],
    ['2026-01-01', ''],
  ])('refuses %s %s', (day, time) => {
    expect(() => londonInstant(day, time)).toThrow(RangeError)
  })

  it('matches a London clock except in the skipped hour', () => {
    const wall = fc.date({
      min: new Date('1996-01-01T00:00:00Z'),
      max: new Date('2040-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(wall, (at) => {
        const text = at.toISOString()
        const [day, time] = [text.slice(0, 10), text.slice(11, 16)]
        const instant = londonInstant(day, time)
        // Intl is the oracle: its time zone data knows nothing of our rule, and of a new law before we do.
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: 'Europe/London',
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(instant)
        const isSkipped = shown !== `${day} ${time}`
        expect(`${londonDayOf(instant)} ${londonTimeOf(instant)}`).toBe(shown)
        if (isSkipped) expect([time.slice(0, 2), day.slice(5, 7), isoWeekday(day)]).toEqual(['01', '03', 7])
      }),
      { numRuns: 500 },
    )
  })
})

it('changes to and from summer time at the hours that the time zone data has', () => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const wrong: string[] = []
  for (let year = 1996; year <= 2040; year += 1)
    for (const month of [2, 9])
      for (let hour = 0; hour < 31 * 24; hour += 1) {
        const at = new Date(Date.UTC(year, month, 1, hour))
        if (`${londonDayOf(at)} ${londonTimeOf(at)}` !== clock.format(at)) wrong.push(at.toISOString())
      }
  expect(wrong).toEqual([])
})

describe('days', () => {
  it('cross months, years, leap days and clock changes without losing one', () => {
    expect(dayPlus('2026-12-31', 1)).toBe('2027-01-01')
    expect(dayPlus('2028-02-28', 1)).toBe('2028-02-29')
    expect(dayPlus('2027-02-28', 1)).toBe('2027-03-01')
    expect(dayPlus('2026-03-28', 2)).toBe('2026-03-30')
    expect(dayPlus('2026-10-26', -2)).toBe('2026-10-24')
  })

  it('know their weekday', () => {
    expect(['2026-11-23', '2026-11-28', '2026-11-29'].map(isoWeekday)).toEqual([1, 6, 7])
  })

  it('are written in short English, the same on every engine', () => {
    expect(dayText('2026-11-24')).toBe('Tue 24 Nov')
    expect(dayText('2026-09-06')).toBe('Sun 6 Sep')
    expect(dayText('2028-02-29')).toBe('Tue 29 Feb')
    const lastMinute = new Date('2026-12-31T23:59:00Z')
    expect(dayText('2026-12-31', lastMinute)).toBe('Thu 31 Dec')
    expect(dayText('2027-01-01', lastMinute)).toBe('Fri 1 Jan 2027')
    expect(dayText('2026-12-31', new Date('2027-01-01T00:00:00Z'))).toBe('Thu 31 Dec 2026')
  })

  it.each(['2026-11-31', '2026-1-1', '', 'tomorrow', '2026-11-24T00:00', '+02026-11-24'])(
    'rejects %j',
    (text) => {
      expect(isDay(text)).toBe(false)
      expect(() => dayText(text)).toThrow(RangeError)
    },
  )

  it('change at London’s midnight, not at UTC’s', () => {
    expect(londonDayOf(new Date('2026-07-01T22:59:59.999Z'))).toBe('2026-07-01')
    expect(londonDayOf(new Date('2026-07-01T23:00:00.000Z'))).toBe('2026-07-02')
    expect(londonDayOf(new Date('2026-12-01T23:00:00.000Z'))).toBe('2026-12-01')
  })
})
