import { ALLERGENS, SALES_UNITS, STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import {
  basisPointsCell,
  booleanCell,
  choiceCell,
  codeCell,
  dayCell,
  gtinCell,
  INTEGER_AT_MOST,
  integerCell,
  longText,
  penceCell,
  poundsCell,
  stockCell,
  textCell,
} from './cells.ts'
import type { Field, ImportKind, Reference } from './fields.ts'
import { packContent } from './pack-content.ts'
import { flag, productNo, text } from './shared-fields.ts'

const ALLERGEN_MEANING =
  'of the fourteen: empty is not known (and is shown as not known), `none` is none of them.'

const allergens = (column: string, meaning: string): Field => ({
  column,
  read: choiceCell(ALLERGENS),
  list: { most: ALLERGENS.length },
  empty: null,
  words: { none: [] },
  meaning: `${meaning} ${ALLERGEN_MEANING}`,
})
export const products: ImportKind = {
  key: ['product_no'],
  references: [],
  fields: [
    productNo('The code that the product is ordered by. Case and each are two products.'),
    { column: 'name', read: textCell(200), required: true, meaning: 'The name without brand and pack.' },
    text('brand', 100, 'The brand.'),
    text('pack', 60, 'The pack as printed: `6 × 2.5 kg`.'),
    { column: 'unit', read: choiceCell(SALES_UNITS), empty: 'each', meaning: '`case` or `each`.' },
    {
      column: 'otherUnitProductNo',
      read: codeCell,
      empty: null,
      meaning: 'The number of the same goods in the other unit.',
    },
    {
      column: 'unitCount',
      read: integerCell(1, 100_000),
      empty: 1,
      meaning: 'How many of the consumer’s units there are in one: 6 for `6 × 2.5 kg`.',
    },
    {
      column: 'contentAmount',
      read: integerCell(1, INTEGER_AT_MOST),
      empty: null,
      meaning: 'Net content of one, for the price of a kilogram or litre.',
    },
    { column: 'contentMeasure', read: choiceCell(['g', 'ml']), empty: null, meaning: '`g` or `ml`.' },
    {
      column: 'gtins',
      read: gtinCell,
      list: { most: 20 },
      empty: [],
      meaning: 'Barcode numbers of the inner and the outer, with right check digits.',
    },
    text('department', 100, 'The first level of the catalogue.'),
    text('group', 100, 'The second level.'),
    text('category', 100, 'The third level.'),
    {
      column: 'storageType',
      read: choiceCell(STORAGE_TYPES),
      empty: 'ambient',
      meaning: '`ambient`, `chilled` or `frozen`.',
    },
    {
      column: 'vatBasisPoints',
      read: basisPointsCell,
      percent: true,
      empty: 0,
      meaning: 'VAT rate in basis points: 2000 is 20 %, 0 is zero-rated. `20%` is read, too.',
    },
    allergens('contains', 'Allergens it contains,'),
    allergens('mayContain', 'Allergens it may contain,'),
    {
      column: 'suitableFor',
      read: choiceCell(SUITABILITIES),
      list: { most: SUITABILITIES.length },
      empty: [],
      meaning: 'Whom it suits.',
    },
    flag('catchWeight', 'Sold by weight: its price is of a kilogram.'),
    {
      column: 'estimatedWeightGrams',
      read: integerCell(1, 10_000_000),
      empty: null,
      meaning: 'Expected weight of one of a catch-weight product.',
    },
    {
      column: 'minimumAge',
      read: integerCell(1, 99),
      empty: null,
      meaning: 'Youngest age that may take the delivery.',
    },
    flag('isSpotPriced', 'Its price moves from day to day.'),
    flag('promotion', 'It is on promotion.'),
    flag('reducedToClear', 'It is reduced to clear.'),
    flag('isNew', 'It is new to the range.'),
    {
      column: 'salesRank',
      read: integerCell(0, INTEGER_AT_MOST),
      empty: null,
      meaning: 'Position by how much is sold of it, 0 first; empty is derived from orders.',
    },
    { column: 'description', read: longText(4000), empty: '', meaning: 'What it is, in a few sentences.' },
    { column: 'ingredients', read: longText(4000), empty: '', meaning: 'The ingredients as printed.' },
    text('origin', 100, 'Where it comes from, as printed.'),
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: no longer sold.' },
  ],
  derived: {
    from: 'pack',
    properties: ['unitCount', 'contentAmount', 'contentMeasure'],
    read: (pack) => packContent(pack),
  },
  contradictions: (row) => [
    ...(row.catchWeight === true && !isNumber(row.estimatedWeightGrams)
      ? [{ column: 'estimatedWeightGrams', why: 'A catch-weight product needs its expected weight.' }]
      : []),
    ...(isNumber(row.contentAmount) !== (typeof row.contentMeasure === 'string')
      ? [{ column: 'contentAmount', why: 'contentAmount and contentMeasure go together.' }]
      : []),
    ...(row.otherUnitProductNo === row.product_no
      ? [{ column: 'otherUnitProductNo', why: 'A product is not its own other unit.' }]
      : []),
  ],
}

export const productExists: Reference = {
  property: 'product_no',
  to: 'products',
  code: 'unknown_product',
  why: 'There is no such product: import the products first.',
}

export const prices: ImportKind = {
  key: ['priceListId', 'product_no'],
  references: [productExists],
  fields: [
    {
      column: 'price_list',
      property: 'priceListId',
      read: codeCell,
      required: true,
      meaning: 'The price list; one that does not exist yet is made, and the summary names it.',
    },
    productNo('The product.'),
    {
      column: 'price',
      property: 'pence',
      read: poundsCell,
      required: true,
      words: { none: null },
      meaning: 'Of one, of a kilogram where it is catch weight; in pounds. `none` withdraws the price.',
    },
    {
      column: 'pence',
      read: penceCell,
      required: true,
      words: { none: null },
      meaning: 'The same in whole pence.',
    },
  ],
}

export const stock: ImportKind = {
  key: ['product_no'],
  references: [productExists],
  fields: [
    productNo('The product.'),
    {
      column: 'quantity',
      read: stockCell(INTEGER_AT_MOST),
      required: true,
      meaning: 'How many of it there are; below zero counts as 0, with a warning.',
    },
    {
      column: 'expectedOn',
      read: dayCell,
      empty: null,
      meaning: 'The day on which more is expected; shown while it is to come.',
    },
    {
      column: 'expectedQuantity',
      read: integerCell(1, INTEGER_AT_MOST),
      empty: null,
      meaning: 'How many are expected on that day.',
    },
  ],
}

const isNumber = (value: unknown): boolean => typeof value === 'number'
