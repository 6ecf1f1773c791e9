import type { CheckName } from '#domain/checks/check.ts'
import type { CheckCase } from './world.ts'

/** Postcode routes, their minimum and charge, and collections with their slots and lead times. */

const TUESDAY = '2026-11-24'
const WEDNESDAY = '2026-11-25'
const MORNING = '07:00-09:00'
const AFTERNOON = '15:00-17:00'
const YORK = { prefix: 'YO', deliveryChargePence: 499 }
const COSTS_BELOW_60 = { freeDeliveryPence: 6_000 }

const DELIVERY_DATE_CASES: CheckCase[] = [
  {
    name: 'accepts a day of the address’s route that the account does not have',
    route: { deliveryWeekdays: [1] },
    routes: [{ prefix: 'YO' }],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: TUESDAY,
    fails: {},
  },
  {
    name: 'rejects a day of the account that the address’s route does not have',
    routes: [{ prefix: 'YO' }],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: WEDNESDAY,
    fails: { order_delivery_date_check: ['We don’t deliver on Wed 25 Nov. Choose another day'] },
  },
  {
    name: 'uses the longest prefix',
    routes: [
      { prefix: 'YO' },
      { prefix: 'YO1', deliveryWeekdays: [3] },
      { prefix: 'YO17', deliveryWeekdays: [2] },
    ],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: WEDNESDAY,
    fails: {},
  },
  {
    name: 'rejects an address that is no longer served',
    routes: [YORK, { prefix: 'YO61', served: false, deliveryChargePence: 0 }],
    address: { postcode: 'YO61 1AA' },
    deliveryDay: TUESDAY,
    fails: {
      order_delivery_date_check: ['We no longer deliver to that address. Choose another address'],
    },
    repairs: [{ kind: 'choose_delivery' }],
  },
  {
    name: 'rejects a deleted address',
    routes: [{ prefix: 'YO' }],
    address: { postcode: 'YO1 7HH', deleted: true },
    deliveryDay: TUESDAY,
    fails: {
      order_delivery_date_check: ['We no longer deliver to that address. Choose another address'],
    },
  },
  {
    name: 'charges the rate of the address’s route',
    customer: COSTS_BELOW_60,
    routes: [YORK],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: TUESDAY,
    lines: [['100001', 5]],
    chargePence: 499,
    fails: {},
  },
  {
    name: 'charges by the account’s postcode if no address was chosen',
    customer: { ...COSTS_BELOW_60, postcode: 'YO1 7HH' },
    routes: [YORK, { prefix: 'YO1', deliveryChargePence: 350 }, { prefix: 'YO17', deliveryChargePence: 900 }],
    chargePence: 350,
    fails: {},
  },
  {
    name: 'charges by the address’s longest prefix',
    customer: COSTS_BELOW_60,
    routes: [YORK, { prefix: 'YO1', deliveryChargePence: 350 }, { prefix: 'YO17', deliveryChargePence: 900 }],
    address: { postcode: 'YO17 7HH' },
    deliveryDay: TUESDAY,
    chargePence: 900,
    fails: {},
  },
  {
    name: 'charges a penny below the amount for free delivery',
    customer: COSTS_BELOW_60,
    routes: [YORK],
    address: { postcode: 'YO1 7HH' },
    products: [{ product_no: '100001', pricePence: 5_999 }],
    deliveryDay: TUESDAY,
    chargePence: 499,
    fails: {},
  },
  {
    name: 'charges nothing from the amount for free delivery',
    customer: COSTS_BELOW_60,
    routes: [YORK],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: TUESDAY,
    lines: [['100001', 6]],
    chargePence: 0,
    fails: {},
  },
  {
    name: 'charges nothing for free delivery or a collection',
    customer: { postcode: 'YO1 7HH' },
    routes: [YORK],
    collection: { site: {}, slot: MORNING },
    fails: {},
  },
  {
    name: 'accepts a free collection on a day without deliveries',
    customer: { ...COSTS_BELOW_60, postcode: 'YO1 7HH' },
    route: { deliveryWeekdays: [1] },
    routes: [YORK],
    collection: { site: {}, slot: MORNING },
    fails: {},
  },
  {
    name: 'requires a collection site',
    collection: null,
    fails: { order_delivery_date_check: ['Choose where to collect'] },
    repairs: [{ kind: 'choose_delivery' }],
  },
  {
    name: 'requires a collection time',
    collection: { site: {}, slot: null },
    fails: { order_delivery_date_check: ['Choose a collection time'] },
  },
  {
    name: 'rejects a slot that the site does not have',
    collection: { site: {}, slot: '10:00-11:00' },
    fails: {
      order_delivery_date_check: [
        'You can’t collect on Wed 25 Nov, 10:00–11:00. Choose another collection time',
      ],
    },
  },
  {
    name: 'rejects a day on which the site is closed',
    collection: { site: { closures: [WEDNESDAY] }, slot: MORNING },
    fails: {
      order_delivery_date_check: [
        'You can’t collect on Wed 25 Nov, 07:00–09:00. Choose another collection time',
      ],
    },
  },
  {
    name: 'rejects a bank holiday',
    now: '2026-12-23T12:00:00.000Z',
    deliveryDay: '2026-12-25',
    collection: { site: {}, slot: MORNING },
    fails: {
      order_delivery_date_check: [
        'You can’t collect on Fri 25 Dec, 07:00–09:00. Choose another collection time',
      ],
    },
  },
  {
    name: 'rejects a fully booked slot',
    collection: {
      site: {},
      slot: AFTERNOON,
      booked: [{ day: WEDNESDAY, slot: AFTERNOON, count: 1 }],
    },
    fails: {
      order_delivery_date_check: ['Wed 25 Nov, 15:00–17:00 is fully booked. Choose another collection time'],
    },
  },
  {
    name: 'accepts the last place in a slot',
    collection: { site: {}, slot: MORNING, booked: [{ day: WEDNESDAY, slot: MORNING, count: 1 }] },
    fails: {},
  },
  {
    name: 'rejects goods that the site cannot store',
    products: [{ product_no: '100001', storageType: 'frozen' }],
    collection: { site: {}, slot: MORNING },
    fails: {
      order_delivery_date_check: [
        'Halifax depot can’t store frozen goods. Choose another collection point, or delivery',
      ],
    },
  },
]

const CUT_OFF_CASES: CheckCase[] = [
  {
    name: 'is that of the address’s route',
    now: '2026-11-23T16:00:00.000Z',
    routes: [{ prefix: 'YO' }],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: TUESDAY,
    fails: {
      order_cutoff_check: ['Ordering for Tue 24 Nov closed at 16:00 on Mon 23 Nov. Choose another day'],
    },
  },
  {
    name: 'of a collection is its lead time before the slot',
    now: '2026-11-25T03:00:00.000Z',
    collection: { site: {}, slot: MORNING },
    fails: {
      order_cutoff_check: [
        'Ordering for Wed 25 Nov, 07:00–09:00 closed at 03:00 on Wed 25 Nov. Choose another collection time',
      ],
    },
    repairs: [{ kind: 'choose_delivery' }],
  },
  {
    name: 'of a collection has not passed just before that',
    now: '2026-11-25T02:59:59.999Z',
    collection: { site: {}, slot: MORNING },
    fails: {},
  },
  {
    name: 'of a collection is its lead time in real hours on the night the clocks go back',
    now: '2026-10-24T22:00:00.000Z',
    deliveryDay: '2026-10-25',
    collection: { site: { weekdays: [7], leadTimeMinutes: 540 }, slot: MORNING },
    fails: {
      order_cutoff_check: [
        'Ordering for Sun 25 Oct, 07:00–09:00 closed at 23:00 on Sat 24 Oct. Choose another collection time',
      ],
    },
  },
]

const MINIMUM_CASES: CheckCase[] = [
  {
    name: 'uses the address’s route',
    customer: { minimumOrderPence: 100 },
    routes: [{ prefix: 'YO', minimumOrderPence: 2_500 }],
    address: { postcode: 'YO1 7HH' },
    deliveryDay: TUESDAY,
    fails: { order_minimum_value_check: ['£15.00 more to reach the minimum order of £25.00'] },
  },
  {
    name: 'of the longest prefix is met to the penny',
    customer: { minimumOrderPence: 9_900 },
    routes: [
      { prefix: 'YO', minimumOrderPence: 9_900 },
      { prefix: 'YO1', minimumOrderPence: 2_500 },
    ],
    address: { postcode: 'YO1 7HH' },
    products: [{ product_no: '100001', pricePence: 2_500 }],
    deliveryDay: TUESDAY,
    fails: {},
  },
  {
    name: 'of the longest prefix is missed by a penny',
    routes: [
      { prefix: 'YO', minimumOrderPence: 100 },
      { prefix: 'YO1', minimumOrderPence: 2_500 },
    ],
    address: { postcode: 'YO1 7HH' },
    products: [{ product_no: '100001', pricePence: 2_499 }],
    deliveryDay: TUESDAY,
    fails: { order_minimum_value_check: ['£0.01 more to reach the minimum order of £25.00'] },
  },
  {
    name: 'excludes the delivery charge',
    customer: { minimumOrderPence: 1_100, ...COSTS_BELOW_60, postcode: 'YO1 7HH' },
    routes: [YORK],
    chargePence: 499,
    fails: { order_minimum_value_check: ['£1.00 more to reach the minimum order of £11.00'] },
  },
  {
    name: 'does not apply to a collection',
    customer: { minimumOrderPence: 10_000 },
    collection: { site: {}, slot: MORNING },
    fails: {},
  },
]

export const DELIVERY_CASES = {
  order_delivery_date_check: DELIVERY_DATE_CASES,
  order_cutoff_check: CUT_OFF_CASES,
  order_minimum_value_check: MINIMUM_CASES,
} satisfies Partial<Record<CheckName, CheckCase[]>>
