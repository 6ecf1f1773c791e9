import { FAQ_AUDIENCES, GENERAL_PLACE } from '#domain/faq.ts'
import { choiceCell, integerCell, longText, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'

export const faqs: ImportKind = {
  key: ['question'],
  references: [],
  fields: [
    {
      column: 'subject',
      read: textCell(60),
      empty: GENERAL_PLACE.subject,
      meaning: 'Questions with the same subject are shown together; empty is `General`.',
    },
    {
      column: 'question',
      read: textCell(200),
      required: true,
      meaning: 'The question as customers read it.',
    },
    { column: 'answer', read: longText(4_000), required: true, meaning: 'Its answer, on one or more lines.' },
    {
      column: 'audience',
      read: choiceCell(FAQ_AUDIENCES),
      empty: GENERAL_PLACE.audience,
      meaning: '`everyone`, `customers`, `distributors` or `staff`, who read all; empty is `everyone`.',
    },
    {
      column: 'position',
      read: integerCell(1, 999),
      empty: GENERAL_PLACE.position,
      meaning: 'Its place in the subject, the lowest first; empty is 999.',
    },
  ],
}
