import type { CheckName } from '#domain/checks/check.ts'
import { CHICKEN, STEAK, WHISKY } from './goods.ts'
import type { CheckCase } from './world.ts'

/** What a person must confirm; and last, everything that can fail together. */
export const CONFIRMATION_CASES = {
  order_has_age_restricted_items_check: [
    {
      name: 'accepts them with a licence and the confirmation',
      customer: { ageRestrictedAllowed: true },
      products: [WHISKY],
      confirmations: { ageRestricted: true },
      fails: {},
    },
    {
      name: 'rejects them without a licence, confirmed or not',
      products: [WHISKY, { product_no: '100001' }],
      confirmations: { ageRestricted: true },
      fails: {
        order_has_age_restricted_items_check: ['Blended Whisky 70 cl is age-restricted and needs a licence'],
      },
      repairs: [{ kind: 'remove_line', product_no: '300001' }],
    },
    {
      name: 'requires confirmation of the highest age',
      customer: { ageRestrictedAllowed: true },
      products: [{ product_no: '300002', minimumAge: 16 }, WHISKY],
      confirmations: { catchWeight: true },
      fails: {
        order_has_age_restricted_items_check: [
          'Confirm that someone aged 18 or over will receive this order',
        ],
      },
      repairs: [{ kind: 'confirm_age' }],
    },
    {
      name: 'ignores a removed line',
      products: [{ product_no: '100001' }, WHISKY],
      lines: [
        ['100001', 1],
        ['300001', 0],
      ],
      fails: {},
    },
  ],

  order_has_catch_weight_items_check: [
    {
      name: 'accepts them once confirmed',
      products: [STEAK],
      confirmations: { catchWeight: true },
      fails: {},
    },
    {
      name: 'requires confirmation, with the estimate',
      products: [STEAK, { product_no: '100001' }],
      lines: [
        ['400001', 3],
        ['100001', 1],
      ],
      confirmations: { ageRestricted: true },
      fails: {
        order_has_catch_weight_items_check: ['Confirm weight-based pricing for 1 item (about £69.00)'],
      },
      repairs: [{ kind: 'confirm_catch_weight' }],
    },
    {
      name: 'gives no partial estimate',
      products: [STEAK, { ...STEAK, product_no: '400002', pricePence: null }],
      fails: {
        order_unpriced_items_check: ['Rib-Eye Steak has no price'],
        order_has_catch_weight_items_check: ['Confirm weight-based pricing for 2 items'],
      },
    },
    {
      name: 'requires one confirmation for several',
      products: [STEAK, { ...STEAK, product_no: '400002' }],
      fails: {
        order_has_catch_weight_items_check: ['Confirm weight-based pricing for 2 items (about £46.00)'],
      },
    },
    {
      name: 'comes last among the checks that can fail together',
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
        order_cutoff_check: ['Ordering for Tue 24 Nov closed at 22:00 on Mon 23 Nov. Choose another day'],
        order_minimum_value_check: ['£4,934.00 more to reach the minimum order of £5,000.00'],
        order_maxiumum_value_check: ['£46.00 over the maximum order of £20.00'],
        order_has_item_from_mandatory_category_check: ['Your order must include something from Dairy'],
        order_stock_check: ['Only 1 of Rib-Eye Steak is in stock'],
        order_unpriced_items_check: ['Chicken Thighs 2.5 kg has no price'],
        order_has_age_restricted_items_check: ['Blended Whisky 70 cl is age-restricted and needs a licence'],
        order_has_catch_weight_items_check: ['Confirm weight-based pricing for 1 item (about £46.00)'],
      },
    },
  ],
} satisfies Partial<Record<CheckName, CheckCase[]>>
