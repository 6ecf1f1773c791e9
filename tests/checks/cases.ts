import type { CheckName } from '#domain/checks/check.ts'
import type { CheckCase } from './world.ts'

/**
 * One table of cases for the eleven checks. Each is run as a device runs it and against the server with a real
 * database, and both must say the same.
 */

const CHICKEN = { product_no: '200001', name: 'Chicken Thighs', pack: '2.5 kg' }
const WHISKY = {
  product_no: '300001',
  name: 'Blended Whisky',
  pack: '70 cl',
  minimumAge: 18,
  department: 'Bar',
}
const STEAK = {
  product_no: '400001',
  name: 'Rib-Eye Steak',
  pack: '',
  catchWeight: true,
  estimatedWeightGrams: 1250,
  pricePence: 1840,
}
const CAPPED = { product_no: '100001', stockQuantity: 100 }

export const CHECK_CASES: Record<CheckName, CheckCase[]> = {
  order_customer_check: [
    { name: 'lets a good account order', fails: {} },
    {
      name: 'refuses a stopped account',
      customer: { onStop: true },
      fails: { order_customer_check: ['Your Account Is On Stop'] },
      repairs: [{ kind: 'choose_customer' }, { kind: 'ask_office' }],
    },
    {
      name: 'refuses a person who may not place orders',
      mayNotOrder: true,
      fails: { order_customer_check: ['You may not place orders: ask the office'] },
      repairs: [{ kind: 'ask_office' }],
      refusedBefore: 'may_not_order',
    },
  ],

  order_delivery_date_check: [
    { name: 'takes a day of the route', deliveryDay: '2026-11-24', fails: {} },
    { name: 'takes the last day of the horizon', deliveryDay: '2026-12-21', fails: {} },
    {
      name: 'wants a day',
      deliveryDay: null,
      fails: { order_delivery_date_check: ['Choose a delivery day'] },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'refuses a day that has passed',
      deliveryDay: '2026-11-21',
      fails: { order_delivery_date_check: ['Sat 21 Nov has passed: choose another delivery day'] },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'refuses yesterday by London\u2019s clock where UTC still has it',
      now: '2026-07-01T23:30:00.000Z',
      deliveryDay: '2026-07-01',
      fails: { order_delivery_date_check: ['Wed 1 Jul has passed: choose another delivery day'] },
    },
    {
      name: 'refuses a day on which the route does not come',
      deliveryDay: '2026-11-29',
      fails: { order_delivery_date_check: ['There is no delivery on Sun 29 Nov: choose another day'] },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'refuses a holiday',
      now: '2026-12-21T12:00:00.000Z',
      holidays: ['2026-12-25', '2026-12-28'],
      deliveryDay: '2026-12-28',
      fails: { order_delivery_date_check: ['There is no delivery on Mon 28 Dec: choose another day'] },
    },
    {
      name: 'refuses a day beyond the horizon',
      deliveryDay: '2026-12-22',
      fails: { order_delivery_date_check: ['There is no delivery on Tue 22 Dec: choose another day'] },
    },
  ],

  order_cutoff_check: [
    {
      name: 'takes an order a moment before the cut-off',
      now: '2026-11-23T21:59:59.999Z',
      deliveryDay: '2026-11-24',
      fails: {},
    },
    {
      name: 'refuses one at its very instant',
      now: '2026-11-23T22:00:00.000Z',
      deliveryDay: '2026-11-24',
      fails: {
        order_cutoff_check: ['Ordering for Tue 24 Nov closed at 22:00 on Mon 23 Nov: choose another day'],
      },
      repairs: [{ kind: 'choose_day' }],
    },
    {
      name: 'names the cut-off of a day that is already there',
      deliveryDay: '2026-11-23',
      fails: {
        order_cutoff_check: ['Ordering for Mon 23 Nov closed at 22:00 on Sat 21 Nov: choose another day'],
      },
    },
    {
      name: 'takes an order for today where the cut-off is this morning and has not come',
      now: '2026-11-23T04:59:00.000Z',
      route: { cutOffTime: '05:00', cutOffDaysBefore: 0 },
      deliveryDay: '2026-11-23',
      fails: {},
    },
    {
      name: 'goes back over a holiday to the working day before',
      now: '2026-12-24T22:30:00.000Z',
      holidays: ['2026-12-25', '2026-12-26', '2026-12-28'],
      deliveryDay: '2026-12-29',
      fails: {
        order_cutoff_check: ['Ordering for Tue 29 Dec closed at 22:00 on Thu 24 Dec: choose another day'],
      },
    },
    {
      name: 'is an hour earlier by UTC in summer',
      now: '2026-07-01T21:00:00.000Z',
      deliveryDay: '2026-07-02',
      fails: {
        order_cutoff_check: ['Ordering for Thu 2 Jul closed at 22:00 on Wed 1 Jul: choose another day'],
      },
    },
    {
      name: 'is at the same time of the clock on the weekend that clocks go back',
      now: '2026-10-24T21:30:00.000Z',
      deliveryDay: '2026-10-26',
      fails: {
        order_cutoff_check: ['Ordering for Mon 26 Oct closed at 22:00 on Sat 24 Oct: choose another day'],
      },
    },
  ],

  order_has_items_check: [
    { name: 'takes one item', fails: {} },
    {
      name: 'refuses an empty trolly',
      lines: [],
      fails: { order_has_items_check: ['The trolly is empty'] },
      repairs: [{ kind: 'add_items' }],
    },
    {
      name: 'refuses a trolly whose only line was removed',
      lines: [['100001', 0]],
      fails: { order_has_items_check: ['The trolly is empty'] },
    },
  ],

  order_minimum_value_check: [
    {
      name: 'takes the minimum to the penny',
      customer: { minimumOrderPence: 5000 },
      lines: [['100001', 5]],
      fails: {},
    },
    {
      name: 'says how much is missing',
      customer: { minimumOrderPence: 5000 },
      products: [{ product_no: '100001', pricePence: 1880 }],
      lines: [['100001', 2]],
      fails: { order_minimum_value_check: ['£12.40 more to reach the minimum order of £50.00'] },
      repairs: [{ kind: 'add_items', missingPence: 1240 }],
    },
    {
      name: 'does not count VAT, lines without a price or removed ones',
      customer: { minimumOrderPence: 100_000 },
      products: [
        { product_no: '100001', pricePence: 99_999, vatBasisPoints: 2000 },
        { product_no: '100002', pricePence: 50_000 },
        { product_no: '100003', name: 'Truffle', pack: '30 g', pricePence: null },
      ],
      lines: [
        ['100001', 1],
        ['100002', 0],
        ['100003', 1],
      ],
      fails: {
        order_minimum_value_check: ['£0.01 more to reach the minimum order of £1,000.00'],
        order_unpriced_items_check: ['Truffle 30 g has no price'],
      },
    },
    {
      name: 'counts catch weight by its estimate',
      customer: { minimumOrderPence: 2300 },
      products: [STEAK],
      confirmations: { catchWeight: true },
      fails: {},
    },
    {
      name: 'says of an empty trolly that all is missing',
      customer: { minimumOrderPence: 5000 },
      lines: [],
      fails: {
        order_has_items_check: ['The trolly is empty'],
        order_minimum_value_check: ['£50.00 more to reach the minimum order of £50.00'],
      },
    },
  ],

  order_maxiumum_value_check: [
    {
      name: 'takes the maximum to the penny, VAT on top',
      customer: { maximumOrderPence: 5000 },
      products: [{ product_no: '100001', vatBasisPoints: 2000 }],
      lines: [['100001', 5]],
      fails: {},
    },
    {
      name: 'refuses a penny more',
      customer: { maximumOrderPence: 4999 },
      lines: [['100001', 5]],
      fails: { order_maxiumum_value_check: ['£0.01 over the maximum order of £49.99'] },
      repairs: [{ kind: 'set_quantity', product_no: '100001', quantity: 4 }, { kind: 'ask_office' }],
    },
    {
      name: 'knows a maximum of nothing',
      customer: { maximumOrderPence: 0 },
      fails: { order_maxiumum_value_check: ['£10.00 over the maximum order of £0.00'] },
      repairs: [{ kind: 'remove_line', product_no: '100001' }, { kind: 'ask_office' }],
    },
  ],

  order_has_item_from_mandatory_category_check: [
    {
      name: 'is content with the department',
      customer: { mandatoryCategory: 'Grocery' },
      fails: {},
    },
    { name: 'is content with the group', customer: { mandatoryCategory: 'Tinned' }, fails: {} },
    { name: 'is content with the category', customer: { mandatoryCategory: 'Tomatoes' }, fails: {} },
    {
      name: 'is content with one line of several',
      customer: { mandatoryCategory: 'Dairy' },
      products: [{ product_no: '100001' }, { product_no: '100002', department: 'Dairy' }],
      fails: {},
    },
    {
      name: 'wants one item of it',
      customer: { mandatoryCategory: 'Dairy' },
      fails: { order_has_item_from_mandatory_category_check: ['The order must hold something from Dairy'] },
      repairs: [{ kind: 'add_from_category', category: 'Dairy' }],
    },
    {
      name: 'is not content with a name, a brand, a removed line or what is no longer sold',
      customer: { mandatoryCategory: 'Dairy' },
      products: [
        { product_no: '100001', name: 'Dairy', brand: 'Dairy' },
        { product_no: '100002', department: 'Dairy' },
        { product_no: '100003', department: 'Dairy' },
      ],
      noLongerSold: ['100003'],
      lines: [
        ['100001', 1],
        ['100002', 0],
        ['100003', 1],
      ],
      fails: {
        order_has_item_from_mandatory_category_check: ['The order must hold something from Dairy'],
        order_stock_check: ['100003 is no longer sold'],
      },
    },
  ],

  order_stock_check: [
    {
      name: 'gives out the last one',
      products: [{ ...CHICKEN, stockQuantity: 3 }],
      lines: [['200001', 3]],
      fails: {},
    },
    {
      name: 'says how many there are',
      products: [{ ...CHICKEN, stockQuantity: 3 }],
      lines: [['200001', 4]],
      fails: { order_stock_check: ['Only 3 of Chicken Thighs 2.5 kg are in stock'] },
      repairs: [
        { kind: 'set_quantity', product_no: '200001', quantity: 3 },
        { kind: 'remove_line', product_no: '200001' },
      ],
    },
    {
      name: 'says that there is one',
      products: [{ ...CHICKEN, stockQuantity: 1 }],
      lines: [['200001', 2]],
      fails: { order_stock_check: ['Only 1 of Chicken Thighs 2.5 kg is in stock'] },
    },
    {
      name: 'says that there is none',
      products: [{ ...CHICKEN, stockQuantity: 0 }],
      fails: { order_stock_check: ['Chicken Thighs 2.5 kg is out of stock'] },
      repairs: [{ kind: 'remove_line', product_no: '200001' }],
    },
    {
      name: 'refuses what is no longer sold',
      products: [{ product_no: '100001' }, CHICKEN],
      noLongerSold: ['200001'],
      fails: { order_stock_check: ['200001 is no longer sold'] },
      repairs: [{ kind: 'remove_line', product_no: '200001' }],
    },
    {
      name: 'does not count removed lines',
      products: [{ product_no: '100001' }, { ...CHICKEN, stockQuantity: 0 }],
      lines: [
        ['100001', 1],
        ['200001', 0],
      ],
      fails: {},
    },
    {
      name: 'says something of each line that it refuses',
      products: [
        { ...CHICKEN, stockQuantity: 2 },
        { product_no: '100001', stockQuantity: 50 },
        { product_no: '100002', name: 'Peas', pack: '1 kg', stockQuantity: 99 },
      ],
      lines: [
        ['200001', 3],
        ['100001', 50],
        ['100002', 100],
      ],
      fails: {
        order_stock_check: [
          'Only 2 of Chicken Thighs 2.5 kg are in stock',
          'Only 99 of Peas 1 kg are in stock',
        ],
      },
    },
    {
      name: 'gives out all there is, also where a device was told "100 or more"',
      products: [CAPPED],
      lines: [['100001', 100]],
      fails: {},
    },
    {
      name: 'has more than a device is told of',
      products: [{ ...CAPPED, stockQuantity: 5000 }],
      lines: [['100001', 4000]],
      fails: {},
    },
    {
      name: 'is stricter on the server where a device was told "100 or more"',
      products: [{ ...CAPPED, stockQuantity: 150 }],
      lines: [['100001', 151]],
      fails: { order_stock_check: ['Only 150 of Chopped Tomatoes 6 × 2.5 kg are in stock'] },
      failsOnDevice: {},
    },
    {
      name: 'is stricter on the server also where there are 100 to the piece',
      products: [CAPPED],
      lines: [['100001', 101]],
      fails: { order_stock_check: ['Only 100 of Chopped Tomatoes 6 × 2.5 kg are in stock'] },
      failsOnDevice: {},
    },
  ],

  order_unpriced_items_check: [
    { name: 'takes what is free', products: [{ product_no: '100001', pricePence: 0 }], fails: {} },
    {
      name: 'refuses what has no price',
      products: [{ ...CHICKEN, pricePence: null }],
      fails: { order_unpriced_items_check: ['Chicken Thighs 2.5 kg has no price'] },
      repairs: [{ kind: 'remove_line', product_no: '200001' }, { kind: 'ask_office' }],
    },
    {
      name: 'refuses a catch weight whose weight nobody can expect',
      products: [{ ...STEAK, estimatedWeightGrams: null }],
      confirmations: { catchWeight: true },
      fails: { order_unpriced_items_check: ['Rib-Eye Steak has no price'] },
    },
    {
      name: 'does not mind a removed line without a price',
      products: [{ product_no: '100001' }, { ...CHICKEN, pricePence: null }],
      lines: [
        ['100001', 1],
        ['200001', 0],
      ],
      fails: {},
    },
  ],

  order_has_age_restricted_items_check: [
    {
      name: 'takes them with a licence and the confirmation',
      customer: { ageRestrictedAllowed: true },
      products: [WHISKY],
      confirmations: { ageRestricted: true },
      fails: {},
    },
    {
      name: 'refuses them without a licence, confirmed or not',
      products: [WHISKY, { product_no: '100001' }],
      confirmations: { ageRestricted: true },
      fails: {
        order_has_age_restricted_items_check: ['Blended Whisky 70 cl is age-restricted and needs a licence'],
      },
      repairs: [{ kind: 'remove_line', product_no: '300001' }],
    },
    {
      name: 'wants a confirmation of the highest age',
      customer: { ageRestrictedAllowed: true },
      products: [{ product_no: '300002', minimumAge: 16 }, WHISKY],
      confirmations: { catchWeight: true },
      fails: {
        order_has_age_restricted_items_check: ['Confirm that somebody aged 18 or over takes the delivery'],
      },
      repairs: [{ kind: 'confirm_age' }],
    },
    {
      name: 'does not mind a removed line',
      products: [{ product_no: '100001' }, WHISKY],
      lines: [
        ['100001', 1],
        ['300001', 0],
      ],
      fails: {},
    },
  ],

  order_has_catch_weight_items_check: [
    { name: 'takes them confirmed', products: [STEAK], confirmations: { catchWeight: true }, fails: {} },
    {
      name: 'wants a confirmation, with the estimate',
      products: [STEAK, { product_no: '100001' }],
      lines: [
        ['400001', 3],
        ['100001', 1],
      ],
      confirmations: { ageRestricted: true },
      fails: {
        order_has_catch_weight_items_check: ['Confirm that 1 item (about £69.00) is billed by its weight'],
      },
      repairs: [{ kind: 'confirm_catch_weight' }],
    },
    {
      name: 'wants one confirmation for several',
      products: [STEAK, { ...STEAK, product_no: '400002' }],
      fails: {
        order_has_catch_weight_items_check: [
          'Confirm that 2 items (about £46.00) are billed by their weight',
        ],
      },
    },
    {
      name: 'comes last of all that can fail at once',
      now: '2026-11-23T22:30:00.000Z',
      customer: {
        onStop: true,
        minimumOrderPence: 500_000,
        maximumOrderPence: 2000,
        mandatoryCategory: 'Dairy',
      },
      products: [
        { ...STEAK, stockQuantity: 1 },
        { ...CHICKEN, pricePence: null },
        { ...WHISKY, pricePence: 2000 },
      ],
      lines: [
        ['400001', 2],
        ['200001', 1],
        ['300001', 1],
      ],
      deliveryDay: '2026-11-24',
      fails: {
        order_customer_check: ['Your Account Is On Stop'],
        order_cutoff_check: ['Ordering for Tue 24 Nov closed at 22:00 on Mon 23 Nov: choose another day'],
        order_minimum_value_check: ['£4,934.00 more to reach the minimum order of £5,000.00'],
        order_maxiumum_value_check: ['£46.00 over the maximum order of £20.00'],
        order_has_item_from_mandatory_category_check: ['The order must hold something from Dairy'],
        order_stock_check: ['Only 1 of Rib-Eye Steak is in stock'],
        order_unpriced_items_check: ['Chicken Thighs 2.5 kg has no price'],
        order_has_age_restricted_items_check: ['Blended Whisky 70 cl is age-restricted and needs a licence'],
        order_has_catch_weight_items_check: ['Confirm that 1 item (about £46.00) is billed by its weight'],
      },
    },
  ],
}
