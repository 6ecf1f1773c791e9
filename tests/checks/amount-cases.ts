import type { CheckName } from '#domain/checks/check.ts'
import { STEAK } from './goods.ts'
import type { CheckCase } from './world.ts'

/** The order's amount: not empty, neither too small nor too large. */
export const AMOUNT_CASES = {
  order_has_items_check: [
    { name: 'accepts one item', fails: {} },
    {
      name: 'rejects an empty trolly',
      lines: [],
      fails: { order_has_items_check: ['The trolly is empty'] },
      repairs: [{ kind: 'add_items' }],
    },
    {
      name: 'rejects a trolly whose only line was removed',
      lines: [['100001', 0]],
      fails: { order_has_items_check: ['The trolly is empty'] },
    },
  ],

  order_minimum_value_check: [
    {
      name: 'accepts exactly the minimum',
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
      name: 'ignores VAT, unpriced lines and removed lines',
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
      name: 'says that the whole minimum is missing from an empty trolly',
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
      name: 'accepts exactly the maximum, excluding VAT',
      customer: { maximumOrderPence: 5000 },
      products: [{ product_no: '100001', vatBasisPoints: 2000 }],
      lines: [['100001', 5]],
      fails: {},
    },
    {
      name: 'rejects a penny more',
      customer: { maximumOrderPence: 4999 },
      lines: [['100001', 5]],
      fails: { order_maxiumum_value_check: ['£0.01 over the maximum order of £49.99'] },
      repairs: [{ kind: 'set_quantity', product_no: '100001', quantity: 4 }, { kind: 'ask_office' }],
    },
    {
      name: 'supports a maximum of zero',
      customer: { maximumOrderPence: 0 },
      fails: { order_maxiumum_value_check: ['£10.00 over the maximum order of £0.00'] },
      repairs: [{ kind: 'remove_line', product_no: '100001' }, { kind: 'ask_office' }],
    },
  ],
} satisfies Partial<Record<CheckName, CheckCase[]>>
