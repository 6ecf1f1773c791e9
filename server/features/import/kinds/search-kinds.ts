import { booleanCell, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'
import { flag } from './shared-fields.ts'

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
