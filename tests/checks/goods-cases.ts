import type { CheckName } from '#domain/checks/check.ts'
import { CHICKEN, STEAK } from './goods.ts'
import type { CheckCase } from './world.ts'

const CAPPED = { product_no: '100001', stockQuantity: 100 }

/** The goods: mandatory categories, prices and stock. */
export const GOODS_CASES = {
  order_has_item_from_mandatory_category_check: [
    {
      name: 'accepts a product of the department',
      customer: { mandatoryCategory: 'Grocery' },
      fails: {},
    },
    { name: 'accepts a product of the group', customer: { mandatoryCategory: 'Tinned' }, fails: {} },
    { name: 'accepts a product of the category', customer: { mandatoryCategory: 'Tomatoes' }, fails: {} },
    {
      name: 'accepts one line among several',
      customer: { mandatoryCategory: 'Dairy' },
      products: [{ product_no: '100001' }, { product_no: '100002', department: 'Dairy' }],
      fails: {},
    },
    {
      name: 'requires an item of it',
      customer: { mandatoryCategory: 'Dairy' },
      fails: {
        order_has_item_from_mandatory_category_check: ['Your order must include something from Dairy'],
      },
      repairs: [{ kind: 'add_from_category', category: 'Dairy' }],
    },
    {
      name: 'does not accept a name, a brand, a removed line or a product no longer sold',
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
        order_has_item_from_mandatory_category_check: ['Your order must include something from Dairy'],
        order_stock_check: ['100003 is no longer sold'],
      },
    },
  ],

  order_stock_check: [
    {
      name: 'accepts the last one',
      products: [{ ...CHICKEN, stockQuantity: 3 }],
      lines: [['200001', 3]],
      fails: {},
    },
    {
      name: 'says how many are in stock',
      products: [{ ...CHICKEN, stockQuantity: 3 }],
      lines: [['200001', 4]],
      fails: { order_stock_check: ['Only 3 of Chicken Thighs 2.5 kg are in stock'] },
      repairs: [
        { kind: 'set_quantity', product_no: '200001', quantity: 3 },
        { kind: 'remove_line', product_no: '200001' },
      ],
    },
    {
      name: 'says that one is in stock',
      products: [{ ...CHICKEN, stockQuantity: 1 }],
      lines: [['200001', 2]],
      fails: { order_stock_check: ['Only 1 of Chicken Thighs 2.5 kg is in stock'] },
    },
    {
      name: 'says that none is in stock',
      products: [{ ...CHICKEN, stockQuantity: 0 }],
      fails: { order_stock_check: ['Chicken Thighs 2.5 kg is out of stock'] },
      repairs: [{ kind: 'remove_line', product_no: '200001' }],
    },
    {
      name: 'rejects a product no longer sold',
      products: [{ product_no: '100001' }, CHICKEN],
      noLongerSold: ['200001'],
      fails: { order_stock_check: ['200001 is no longer sold'] },
      repairs: [{ kind: 'remove_line', product_no: '200001' }],
    },
    {
      name: 'ignores removed lines',
      products: [{ product_no: '100001' }, { ...CHICKEN, stockQuantity: 0 }],
      lines: [
        ['100001', 1],
        ['200001', 0],
      ],
      fails: {},
    },
    {
      name: 'reports each rejected line',
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
      name: 'accepts all the stock, even if the device knows only "100 or more"',
      products: [CAPPED],
      lines: [['100001', 100]],
      fails: {},
    },
    {
      name: 'accepts more than the device knows of',
      products: [{ ...CAPPED, stockQuantity: 5000 }],
      lines: [['100001', 4000]],
      fails: {},
    },
    {
      name: 'is stricter on the server if the device knows only "100 or more"',
      products: [{ ...CAPPED, stockQuantity: 150 }],
      lines: [['100001', 151]],
      fails: { order_stock_check: ['Only 150 of Chopped Tomatoes 6 × 2.5 kg are in stock'] },
      failsOnDevice: {},
    },
    {
      name: 'is stricter on the server even with exactly 100 in stock',
      products: [CAPPED],
      lines: [['100001', 101]],
      fails: { order_stock_check: ['Only 100 of Chopped Tomatoes 6 × 2.5 kg are in stock'] },
      failsOnDevice: {},
    },
  ],

  order_unpriced_items_check: [
    { name: 'accepts a price of zero', products: [{ product_no: '100001', pricePence: 0 }], fails: {} },
    {
      name: 'rejects a product without a price',
      products: [{ ...CHICKEN, pricePence: null }],
      fails: { order_unpriced_items_check: ['Chicken Thighs 2.5 kg has no price'] },
      repairs: [{ kind: 'remove_line', product_no: '200001' }, { kind: 'ask_office' }],
    },
    {
      name: 'rejects a catch weight without an estimated weight',
      products: [{ ...STEAK, estimatedWeightGrams: null }],
      confirmations: { catchWeight: true },
      fails: { order_unpriced_items_check: ['Rib-Eye Steak has no price'] },
    },
    {
      name: 'ignores a removed line without a price',
      products: [{ product_no: '100001' }, { ...CHICKEN, pricePence: null }],
      lines: [
        ['100001', 1],
        ['200001', 0],
      ],
      fails: {},
    },
  ],
} satisfies Partial<Record<CheckName, CheckCase[]>>
