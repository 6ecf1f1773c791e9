import { RECALL_ACTIONS } from '#domain/safety-words.ts'
import { choiceCell, codeCell, dayCell, longText, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'
import { text } from './shared-fields.ts'

export const recalls: ImportKind = {
  key: ['reference'],
  references: [
    {
      property: 'productNos',
      to: 'products',
      code: 'unknown_product',
      why: 'No product has this code.',
    },
  ],
  fields: [
    {
      column: 'reference',
      read: textCell(40),
      required: true,
      meaning: 'The recall’s number, yours or the manufacturer’s, which customers see.',
    },
    {
      column: 'productNos',
      read: codeCell,
      required: true,
      list: { most: 50 },
      meaning: 'Codes of the products.',
    },
    {
      column: 'batches',
      read: textCell(60),
      list: { most: 50 },
      empty: [],
      meaning: 'Batch codes; empty is all batches.',
    },
    text('useBy', 100, 'The dates on the packs, in words: `use by 3 to 9 December 2026`.'),
    {
      column: 'boughtSince',
      read: dayCell,
      required: true,
      meaning: 'The first delivery day of the goods. Customers who bought on or after it are named.',
    },
    { column: 'reason', read: textCell(300), required: true, meaning: 'Why it is recalled.' },
    {
      column: 'action',
      read: choiceCell(RECALL_ACTIONS),
      required: true,
      meaning: '`return`, `destroy` or `stop_serving`.',
    },
    { column: 'advice', read: longText(1_000), empty: '', meaning: 'What else a kitchen should do or know.' },
  ],
}
