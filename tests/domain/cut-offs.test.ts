import { expect, test } from 'vitest'
import { cutOffsToday, isUsual, type OrderingTerms } from '#domain/cut-offs.ts'

/** A Friday, at noon in London. */
const NOW = new Date('2026-11-27T12:00:00Z')

const customer = (customerId: string, parts: Partial<OrderingTerms> = {}): OrderingTerms => ({
  customerId,
  route: 'CALDER',
  deliveryWeekdays: [1, 6],
  cutOffTime: '22:00',
  cutOffDaysBefore: 1,
  ...parts,
})

const told = (customers: readonly OrderingTerms[], now = NOW, holidays: readonly string[] = []) =>
  cutOffsToday(customers, holidays, now).map(
    ({ cutOffAt, route, deliveryDay, customerIds }) =>
      `${cutOffAt.slice(0, 16)} ${route} ${deliveryDay.slice(5)}: ${customerIds.join(' ')}`,
  )

test('customers of one route, time and delivery day are one cut-off, the earliest first', () => {
  expect(
    told([
      customer('B'),
      customer('A', { deliveryWeekdays: [6] }),
      customer('C', { route: 'AIRE' }),
      customer('D', { cutOffTime: '09:00' }),
    ]),
  ).toEqual([
    '2026-11-27T09:00 CALDER 11-28: D',
    '2026-11-27T22:00 AIRE 11-28: C',
    '2026-11-27T22:00 CALDER 11-28: B A',
  ])
})

test('days of which the cut-off is on another day are left out', () => {
  expect(told([customer('A', { deliveryWeekdays: [1] })])).toEqual([])
  expect(told([customer('A', { deliveryWeekdays: [1], cutOffDaysBefore: 2 })])).toEqual([
    '2026-11-27T22:00 CALDER 11-30: A',
  ])
})

test('a holiday brings the cut-off forward', () => {
  expect(told([customer('A', { deliveryWeekdays: [1] })], NOW, ['2026-11-28'])).toEqual([
    '2026-11-27T22:00 CALDER 11-30: A',
  ])
})

test('the same day has its cut-off in London’s time', () => {
  const sameDay = customer('A', { cutOffDaysBefore: 0, cutOffTime: '00:30' })
  expect(told([sameDay], new Date('2027-06-06T23:10:00Z'))).toEqual(['2027-06-06T23:30 CALDER 06-07: A'])
})

test('two of four weeks are usual', () => {
  expect([0, 1, 2, 4].map(isUsual)).toEqual([false, false, true, true])
})
