import { codeCell, dayCell, integerCell } from './cells.ts'
import type { Field, ImportKind, Reference } from './fields.ts'

const KEY = ['distributorNo', 'theirCode', 'validFrom']

const distributorExists: Reference = {
  property: 'distributorNo',
  to: 'distributors',
  code: 'unknown_distributor',
  why: 'No account belongs to this distributor.',
}

const codes = (ours: string): Field[] => [
  {
    column: 'distributorNo',
    read: codeCell,
    required: true,
    meaning: 'The distributor’s number, as in `customers`.',
  },
  { column: 'theirCode', read: codeCell, required: true, meaning: `The distributor’s code of ${ours}.` },
]

const days: Field[] = [
  {
    column: 'validFrom',
    read: dayCell,
    empty: null,
    meaning: 'The first day on which the code is valid; empty is always.',
  },
  {
    column: 'validTo',
    read: dayCell,
    empty: null,
    meaning: 'The last day; empty is without an end.',
  },
]

/** A file without first days has codes that have always been valid. */
const alwaysValid: ImportKind['derived'] = {
  from: 'theirCode',
  properties: ['validFrom'],
  read: () => ({ validFrom: null }),
}

const endsFirst: ImportKind['contradictions'] = ({ validFrom, validTo }) =>
  typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom
    ? [{ column: 'validTo', why: 'It is before the first day.' }]
    : []

/** A trigger refuses customers of others: to say here whether an account exists would tell it to other distributors. */
export const distributorCustomerCodes: ImportKind = {
  key: KEY,
  references: [distributorExists],
  fields: [
    ...codes('the customer'),
    {
      column: 'customerId',
      read: codeCell,
      required: true,
      meaning: 'The account number of the customer, who belongs to the distributor.',
    },
    ...days,
  ],
  derived: alwaysValid,
  contradictions: endsFirst,
}

export const distributorProductCodes: ImportKind = {
  key: KEY,
  references: [
    distributorExists,
    {
      property: 'productNo',
      to: 'products',
      code: 'unknown_product',
      why: 'No product has this code.',
    },
  ],
  fields: [
    ...codes('the product'),
    { column: 'productNo', read: codeCell, required: true, meaning: 'Our product.' },
    {
      column: 'packFactor',
      read: integerCell(1, 9_999),
      empty: 1,
      meaning: 'How many of our units one of theirs is; empty is 1.',
    },
    ...days,
  ],
  derived: alwaysValid,
  contradictions: endsFirst,
}
