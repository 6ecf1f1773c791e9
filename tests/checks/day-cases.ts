import type { CheckName } from '#domain/checks/check.ts'
import type { CheckCase } from './world.ts'

/** The delivery day and its cut-off. */
export const DAY_CASES = {
  order_delivery_date_check: [
    { name: 'accepts a day of the route', deliveryDay: '2026-11-24', fails: {} },
    { name: 'accepts the last day of the horizon', deliveryDay: '2026-12-21', fails: {} },
    {
      name: 'requires a day',
      deliveryDay: null,
      fails: { order_delivery_date_check: ['Choose a delivery day'] },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'rejects a past day',
      deliveryDay: '2026-11-21',
      fails: { order_delivery_date_check: ['Sat 21 Nov has passed. Choose another delivery day'] },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'rejects yesterday by London’s clock, even if UTC is still on it',
      now: '2026-07-01T23:30:00.000Z',
      deliveryDay: '2026-07-01',
      fails: { order_delivery_date_check: ['Wed 1 Jul has passed. Choose another delivery day'] },
    },
    {
      name: 'rejects a day that is not on the route',
      deliveryDay: '2026-11-29',
      fails: { order_delivery_date_check: ['We don’t deliver on Sun 29 Nov. Choose another day'] },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'rejects a holiday',
      now: '2026-12-21T12:00:00.000Z',
      holidays: ['2026-12-25', '2026-12-28'],
      deliveryDay: '2026-12-28',
      fails: { order_delivery_date_check: ['We don’t deliver on Mon 28 Dec. Choose another day'] },
    },
    {
      name: 'rejects a day beyond the horizon',
      deliveryDay: '2026-12-22',
      fails: { order_delivery_date_check: ['We don’t deliver on Tue 22 Dec. Choose another day'] },
    },
  ],

  order_cutoff_check: [
    {
      name: 'accepts an order just before the cut-off',
      now: '2026-11-23T21:59:59.999Z',
      deliveryDay: '2026-11-24',
      fails: {},
    },
    {
      name: 'rejects one at the exact instant',
      now: '2026-11-23T22:00:00.000Z',
      deliveryDay: '2026-11-24',
      fails: {
        order_cutoff_check: ['Ordering for Tue 24 Nov closed at 22:00 on Mon 23 Nov. Choose another day'],
      },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'names the cut-off of the current day',
      deliveryDay: '2026-11-23',
      fails: {
        order_cutoff_check: ['Ordering for Mon 23 Nov closed at 22:00 on Sat 21 Nov. Choose another day'],
      },
    },
    {
      name: 'accepts an order for today before this morning’s cut-off',
      now: '2026-11-23T04:59:00.000Z',
      route: { cutOffTime: '05:00', cutOffDaysBefore: 0 },
      deliveryDay: '2026-11-23',
      fails: {},
    },
    {
      name: 'moves back over a holiday to the previous working day',
      now: '2026-12-24T22:30:00.000Z',
      holidays: ['2026-12-25', '2026-12-26', '2026-12-28'],
      deliveryDay: '2026-12-29',
      fails: {
        order_cutoff_check: ['Ordering for Tue 29 Dec closed at 22:00 on Thu 24 Dec. Choose another day'],
      },
    },
    {
      name: 'is an hour earlier in UTC in summer',
      now: '2026-07-01T21:00:00.000Z',
      deliveryDay: '2026-07-02',
      fails: {
        order_cutoff_check: ['Ordering for Thu 2 Jul closed at 22:00 on Wed 1 Jul. Choose another day'],
      },
    },
    {
      name: 'is at the same local time on the weekend the clocks go back',
      now: '2026-10-24T21:30:00.000Z',
      deliveryDay: '2026-10-26',
      fails: {
        order_cutoff_check: ['Ordering for Mon 26 Oct closed at 22:00 on Sat 24 Oct. Choose another day'],
      },
    },
  ],
} satisfies Partial<Record<CheckName, CheckCase[]>>
