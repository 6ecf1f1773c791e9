import { booleanCell, codeCell, dayCell, INTEGER_AT_MOST, integerCell, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'
import { productExists } from './product-kinds.ts'
import { flag, text } from './shared-fields.ts'

export const searchTerms: ImportKind = {
  key: ['typed'],
  references: [],
  fields: [
    {
      column: 'typed',
      read: textCell(60),
      required: true,
      meaning: 'What people type: `loo roll`, `gf`. Replaces the term that Trolly comes with.',
    },
    {
      column: 'means',
      read: textCell(60),
      list: { most: 12 },
      empty: [],
      meaning: 'What it is also looked for by: `toilet roll|toilet tissue`.',
    },
    flag('bothWays', 'All of them mean the same, so each is also looked for by the others.'),
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: it means nothing else.' },
  ],
  contradictions: ({ active, means }) =>
    active !== false && Array.isArray(means) && means.length === 0
      ? [{ column: 'means', why: 'Say what it means, or set active to no.' }]
      : [],
}

export const adverts: ImportKind = {
  key: ['code'],
  references: [{ ...productExists, property: 'product_nos' }],
  fields: [
    { column: 'code', read: codeCell, required: true, meaning: 'A code of your own: `summer-bbq`.' },
    { column: 'title', read: textCell(40), required: true, meaning: 'Its title: `Summer barbecue`.' },
    text('text', 100, 'A sentence below the title.'),
    {
      column: 'position',
      read: integerCell(0, INTEGER_AT_MOST),
      empty: 0,
      meaning: 'Its place among the adverts, the lowest first; the first three are shown.',
    },
    { column: 'firstDay', read: dayCell, empty: null, meaning: 'The first day; empty is at once.' },
    { column: 'lastDay', read: dayCell, empty: null, meaning: 'The last day; empty is until you end it.' },
    {
      column: 'products',
      property: 'product_nos',
      read: codeCell,
      list: { most: 200 },
      required: true,
      meaning: 'All of its products: `100234|100777`.',
    },
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: it is not shown.' },
  ],
  contradictions: ({ firstDay, lastDay }) =>
    typeof firstDay === 'string' && typeof lastDay === 'string' && lastDay < firstDay
      ? [{ column: 'lastDay', why: 'It is before the first day.' }]
      : [],
}
