import type { CheckCase } from '#tests/checks/world.ts'

/**
 * Delivery and collection times, computed on a device and requested from the server. For each time an order is then tried a
 * millisecond before its limit and at the limit.
 */

type World = Omit<CheckCase, 'name' | 'fails' | 'deliveryDay' | 'collection'>

export type DaysCase = World & {
  name: string
  now: string
  /** The first available ones, nearest first, each with its cut-off. */
  days: [day: string, cutOffAt: string][]
  notOffered?: string[]
}

export type SlotsCase = World & {
  name: string
  now: string
  collection: Omit<NonNullable<CheckCase['collection']>, 'slot'>
  /** The first available ones, nearest first. */
  slots: [day: string, slot: string, closesAt: string, free: number][]
  notOffered?: string[]
}

const EARLY_SUNDAY = { deliveryWeekdays: [7], cutOffTime: '01:30', cutOffDaysBefore: 0 }
const YORKS = [
  { prefix: 'YO', deliveryWeekdays: [2, 5], cutOffTime: '16:00' },
  { prefix: 'YO1', deliveryWeekdays: [3], cutOffTime: '12:00' },
  { prefix: 'YO17', deliveryWeekdays: [4], cutOffTime: '10:00' },
]
const LONDONS = [
  { prefix: 'E', deliveryWeekdays: [1] },
  { prefix: 'EC1', deliveryWeekdays: [2] },
  { prefix: 'EC1A', deliveryWeekdays: [3] },
]
const MONDAY_NOON = '2026-11-23T12:00:00.000Z'

export const DAYS_CASES: DaysCase[] = [
  {
    name: 'in an ordinary week, with the cut-off on the previous working day',
    now: MONDAY_NOON,
    days: [
      ['2026-11-23', '2026-11-21T22:00:00.000Z'],
      ['2026-11-24', '2026-11-23T22:00:00.000Z'],
      ['2026-11-25', '2026-11-24T22:00:00.000Z'],
    ],
    notOffered: ['2026-11-29', '2026-12-22'],
  },
  {
    name: 'from today in London',
    now: '2026-07-01T23:30:00.000Z',
    days: [['2026-07-02', '2026-07-01T21:00:00.000Z']],
    notOffered: ['2026-07-01'],
  },
  {
    name: 'when the clocks go forward',
    now: '2026-03-27T12:00:00.000Z',
    days: [
      ['2026-03-27', '2026-03-26T22:00:00.000Z'],
      ['2026-03-28', '2026-03-27T22:00:00.000Z'],
      ['2026-03-30', '2026-03-28T22:00:00.000Z'],
      ['2026-03-31', '2026-03-30T21:00:00.000Z'],
    ],
  },
  {
    name: 'when the clocks go back',
    now: '2026-10-24T12:00:00.000Z',
    days: [
      ['2026-10-24', '2026-10-23T21:00:00.000Z'],
      ['2026-10-26', '2026-10-24T21:00:00.000Z'],
      ['2026-10-27', '2026-10-26T22:00:00.000Z'],
    ],
  },
  {
    name: 'with a cut-off in the skipped hour',
    now: '2026-03-28T12:00:00.000Z',
    route: EARLY_SUNDAY,
    days: [
      ['2026-03-29', '2026-03-29T01:30:00.000Z'],
      ['2026-04-05', '2026-04-05T00:30:00.000Z'],
    ],
  },
  {
    name: 'with a cut-off in the repeated hour: the first of the two',
    now: '2026-10-24T12:00:00.000Z',
    route: EARLY_SUNDAY,
    days: [
      ['2026-10-25', '2026-10-25T00:30:00.000Z'],
      ['2026-11-01', '2026-11-01T01:30:00.000Z'],
    ],
  },
  {
    name: 'over an Easter when the clocks go forward',
    now: '2027-03-25T12:00:00.000Z',
    days: [
      ['2027-03-25', '2027-03-24T22:00:00.000Z'],
      ['2027-03-27', '2027-03-25T22:00:00.000Z'],
      ['2027-03-30', '2027-03-27T22:00:00.000Z'],
      ['2027-03-31', '2027-03-30T21:00:00.000Z'],
    ],
    notOffered: ['2027-03-26', '2027-03-29'],
  },
  {
    name: 'over Christmas and New Year, with a substitute day for a Saturday',
    now: '2026-12-23T12:00:00.000Z',
    days: [
      ['2026-12-23', '2026-12-22T22:00:00.000Z'],
      ['2026-12-24', '2026-12-23T22:00:00.000Z'],
      ['2026-12-29', '2026-12-24T22:00:00.000Z'],
      ['2026-12-30', '2026-12-29T22:00:00.000Z'],
      ['2026-12-31', '2026-12-30T22:00:00.000Z'],
      ['2027-01-02', '2026-12-31T22:00:00.000Z'],
      ['2027-01-04', '2027-01-02T22:00:00.000Z'],
    ],
    notOffered: ['2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01'],
  },
  {
    name: 'on bank holidays in a year with the company’s own holidays, but not in the next',
    now: '2026-12-24T12:00:00.000Z',
    holidays: ['2026-12-25'],
    days: [
      ['2026-12-24', '2026-12-23T22:00:00.000Z'],
      ['2026-12-26', '2026-12-24T22:00:00.000Z'],
      ['2026-12-28', '2026-12-26T22:00:00.000Z'],
    ],
    notOffered: ['2026-12-25', '2027-01-01'],
  },
  {
    name: 'by the prefix of the district, not of a longer number',
    now: MONDAY_NOON,
    routes: YORKS,
    address: { postcode: 'YO1 7HH' },
    days: [
      ['2026-11-25', '2026-11-24T12:00:00.000Z'],
      ['2026-12-02', '2026-12-01T12:00:00.000Z'],
    ],
    notOffered: ['2026-11-24', '2026-11-26'],
  },
  {
    name: 'by the prefix of the longer number',
    now: MONDAY_NOON,
    routes: YORKS,
    address: { postcode: 'YO17 7HH' },
    days: [['2026-11-26', '2026-11-25T10:00:00.000Z']],
    notOffered: ['2026-11-24', '2026-11-25'],
  },
  {
    name: 'by the prefix of the area if the district has none',
    now: MONDAY_NOON,
    routes: YORKS,
    address: { postcode: 'YO26 5LL' },
    days: [
      ['2026-11-24', '2026-11-23T16:00:00.000Z'],
      ['2026-11-27', '2026-11-26T16:00:00.000Z'],
    ],
  },
  {
    name: 'by the longest of three prefixes, ending in a letter',
    now: MONDAY_NOON,
    routes: LONDONS,
    address: { postcode: 'EC1A 1BB' },
    days: [['2026-11-25', '2026-11-24T16:00:00.000Z']],
  },
  {
    name: 'to an address, with as many working days’ notice as the account’s cut-off',
    now: MONDAY_NOON,
    route: { cutOffDaysBefore: 2 },
    routes: YORKS,
    address: { postcode: 'YO26 5LL' },
    days: [
      ['2026-11-24', '2026-11-21T16:00:00.000Z'],
      ['2026-11-27', '2026-11-25T16:00:00.000Z'],
    ],
  },
  {
    name: 'to an address, in the week the clocks go back',
    now: '2026-10-24T12:00:00.000Z',
    routes: [{ prefix: 'YO', deliveryWeekdays: [1, 2], cutOffTime: '16:00' }],
    address: { postcode: 'YO26 5LL' },
    days: [
      ['2026-10-26', '2026-10-24T15:00:00.000Z'],
      ['2026-10-27', '2026-10-26T16:00:00.000Z'],
    ],
  },
  {
    name: 'never to an account without a route',
    now: MONDAY_NOON,
    route: { deliveryWeekdays: [] },
    days: [],
    notOffered: ['2026-11-24'],
  },
]

const MORNING = '07:00-09:00'
const AFTERNOON = '15:00-17:00'

export const SLOTS_CASES: SlotsCase[] = [
  {
    name: 'in an ordinary week, until the lead time starts',
    now: MONDAY_NOON,
    collection: { site: {} },
    slots: [
      ['2026-11-23', MORNING, '2026-11-23T03:00:00.000Z', 2],
      ['2026-11-23', AFTERNOON, '2026-11-23T11:00:00.000Z', 1],
      ['2026-11-24', MORNING, '2026-11-24T03:00:00.000Z', 2],
    ],
    notOffered: ['2026-11-29', '2026-12-08'],
  },
  {
    name: 'with a lead time of almost a day',
    now: MONDAY_NOON,
    collection: { site: { weekdays: [2], leadTimeMinutes: 1_200 } },
    slots: [
      ['2026-11-24', MORNING, '2026-11-23T11:00:00.000Z', 2],
      ['2026-11-24', AFTERNOON, '2026-11-23T19:00:00.000Z', 1],
    ],
  },
  {
    name: 'after the night the clocks go back, with the lead time in real hours',
    now: '2026-10-24T12:00:00.000Z',
    collection: { site: { weekdays: [7], leadTimeMinutes: 540 } },
    slots: [
      ['2026-10-25', MORNING, '2026-10-24T22:00:00.000Z', 2],
      ['2026-10-25', AFTERNOON, '2026-10-25T06:00:00.000Z', 1],
    ],
  },
  {
    name: 'after the night the clocks go forward, with the lead time in real hours',
    now: '2026-03-28T12:00:00.000Z',
    collection: { site: { weekdays: [7], leadTimeMinutes: 540 } },
    slots: [
      ['2026-03-29', MORNING, '2026-03-28T21:00:00.000Z', 2],
      ['2026-03-29', AFTERNOON, '2026-03-29T05:00:00.000Z', 1],
    ],
  },
  {
    name: 'over Easter, except on the site’s own closed days',
    now: '2027-03-25T12:00:00.000Z',
    collection: { site: { closures: ['2027-03-27'] } },
    slots: [
      ['2027-03-25', MORNING, '2027-03-25T03:00:00.000Z', 2],
      ['2027-03-25', AFTERNOON, '2027-03-25T11:00:00.000Z', 1],
      ['2027-03-30', MORNING, '2027-03-30T02:00:00.000Z', 2],
      ['2027-03-30', AFTERNOON, '2027-03-30T10:00:00.000Z', 1],
    ],
    notOffered: ['2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29'],
  },
  {
    name: 'while free: cancelled orders do not count, and overbooked is full',
    now: MONDAY_NOON,
    collection: {
      site: { weekdays: [2] },
      booked: [
        { day: '2026-11-24', slot: MORNING, count: 1 },
        { day: '2026-11-24', slot: AFTERNOON, count: 2 },
      ],
    },
    slots: [
      ['2026-11-24', MORNING, '2026-11-24T03:00:00.000Z', 1],
      ['2026-11-24', AFTERNOON, '2026-11-24T11:00:00.000Z', 0],
      ['2026-12-01', MORNING, '2026-12-01T03:00:00.000Z', 2],
    ],
  },
]

/** An order for one of the times, tried when it closes. */
export type TimedOrder = { title: string; closesAt: string; order: CheckCase }

/** Those that can be ordered for at all. */
export const TIMED_ORDERS: TimedOrder[] = [
  ...DAYS_CASES.flatMap(({ name, days, notOffered: _, ...world }) =>
    days.map(([deliveryDay, closesAt]) => ({
      title: `${name}: ${deliveryDay}`,
      closesAt,
      order: { ...world, name, deliveryDay, fails: {} },
    })),
  ),
  ...SLOTS_CASES.flatMap(({ name, slots, notOffered: _, collection, ...world }) =>
    slots
      .filter(([, , , free]) => free > 0)
      .map(([deliveryDay, slot, closesAt]) => ({
        title: `${name}: ${deliveryDay} ${slot}`,
        closesAt,
        order: { ...world, name, deliveryDay, collection: { ...collection, slot }, fails: {} },
      })),
  ),
]

export const justBefore = (instant: string): Date => new Date(Date.parse(instant) - 1)
