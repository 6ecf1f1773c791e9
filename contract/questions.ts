import { type Static, Type } from 'typebox'
import { FAQ_AUDIENCES } from '#domain/faq.ts'
import { SEVERAL_LINES } from '#domain/typed-text.ts'
import { endpoint, Strict } from './endpoint.ts'
import { asStored, KEPT, Line, listOf, oneOf } from './values.ts'

/** What readers of the FAQ need. Apart from contract/faq.ts, whose calls a phone need not load. */

export const FaqFields = Strict({
  subject: Line(60),
  question: Line(200),
  answer: Type.String({ minLength: 1, maxLength: 4_000, pattern: `^(?=[^]*\\S)${SEVERAL_LINES.slice(1)}` }),
  audience: oneOf(FAQ_AUDIENCES),
  /** Order within a subject; ties go by wording. */
  position: Type.Integer({ minimum: 1, maximum: 999 }),
})
export type FaqFields = Static<typeof FaqFields>

export const Faq = Strict({ ...KEPT, ...asStored(FaqFields.properties) })
export type Faq = Static<typeof Faq>

export const listQuestions = endpoint('GET', 'faq', {
  reply: listOf(Faq),
  access: 'user',
  summary: 'All questions for the caller, by subject.',
})
