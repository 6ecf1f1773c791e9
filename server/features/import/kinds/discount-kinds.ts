import { DISCOUNT_KINDS } from '#domain/discounts.ts'
import { booleanCell, choiceCell, codeCell, dayCell, integerCell, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'
import { flag, money } from './shared-fields.ts'

export const discounts: ImportKind = {
  key: ['code'],
  references: [
    {
      property: 'customerId',
      to: 'customers',
      code: 'unknown_customer',
      why: 'No customer has this account number.',
    },
    {
      property: 'priceListId',
      to: 'price_lists',
      code: 'unknown_price_list',
      why: 'No price list has this name.',
    },
    { property: 'productNo', to: 'products', code: 'unknown_product', why: 'No product has this code.' },
  ],
  fields: [
    { column: 'code', read: codeCell, required: true, meaning: 'A code of your own: `spring-dairy`.' },
    { column: 'name', read: textCell(60), required: true, meaning: 'The name that customers see.' },
    {
      column: 'customerId',
      read: codeCell,
      empty: null,
      meaning: 'The account number of the only customer; empty is all.',
    },
    { column: 'priceListId', read: textCell(40), empty: null, meaning: 'The only price list; empty is all.' },
    { column: 'productNo', read: codeCell, empty: null, meaning: 'The only product; empty is all.' },
    { column: 'brand', read: textCell(100), empty: null, meaning: 'The only brand; empty is all.' },
    {
      column: 'category',
      read: textCell(100),
      empty: null,
      meaning: 'The only department, group or category; empty is all.',
    },
    {
      column: 'kind',
      read: choiceCell(DISCOUNT_KINDS),
      required: true,
      meaning: '`percent`, or `per_unit` for an amount off each price.',
    },
    {
      column: 'basisPoints',
      read: integerCell(0, 10_000),
      empty: 0,
      meaning: 'For `percent`, in hundredths of a per cent: 250 is 2.5 %.',
    },
    ...money('offUnit', 0, 'For `per_unit`: off each unit, or each kilogram of catch weight'),
    {
      column: 'minimumUnits',
      read: integerCell(0, 1_000_000),
      empty: 0,
      meaning: 'Consumer units that a line must reach: two cases of six are 12.',
    },
    ...money('minimumNet', 0, 'What the goods it applies to must come to without VAT'),
    {
      column: 'validFrom',
      read: dayCell,
      empty: null,
      meaning: 'The first day of delivery; empty is at once.',
    },
    {
      column: 'validTo',
      read: dayCell,
      empty: null,
      meaning: 'The last day of delivery; empty is without an end.',
    },
    flag('combines', '`yes`: it adds to the others that combine.'),
    flag('onPromotions', '`yes`: it applies to promotions and goods reduced to clear too.'),
    ...money('cap', null, 'The most it takes off one order; empty is without a limit'),
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: it applies to nothing.' },
  ],
  contradictions: ({ validFrom, validTo, kind, basisPoints, offUnitPence }) => [
    ...(typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom
      ? [{ column: 'validTo', why: 'It is before the first day.' }]
      : []),
    ...(kind === 'percent' && basisPoints === 0
      ? [{ column: 'basisPoints', why: 'It takes nothing off.' }]
      : []),
    ...(kind === 'per_unit' && offUnitPence === 0
      ? [{ column: 'offUnit', why: 'It takes nothing off.' }]
      : []),
  ],
}
