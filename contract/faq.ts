import { type Static, Type } from 'typebox'
import { FAQ_AUDIENCES } from '#domain/faq.ts'
import { SEVERAL_LINES } from '#domain/typed-text.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  asStored,
  Instant,
  Line,
  listOf,
  oneOf,
  optional,
  Paging,
  sortedBy,
  Uuid,
  Version,
} from './values.ts'

/** Specification, section 6. Public in every app, so the server checks the caller's role (design, decision 3). */
export const FAQ_KEY = 'trolly-faq'
const Key = Type.Literal(FAQ_KEY)

export const FaqFields = Strict({
  subject: Line(60),
  question: Line(200),
  answer: Type.String({ minLength: 1, maxLength: 4_000, pattern: `^(?=[^]*\\S)${SEVERAL_LINES.slice(1)}` }),
  audience: oneOf(FAQ_AUDIENCES),
  /** Order within a subject; ties go by wording. */
  position: Type.Integer({ minimum: 1, maximum: 999 }),
})
export type FaqFields = Static<typeof FaqFields>
const OptionalFields = optional(FaqFields.properties)

export const Faq = Strict({
  id: Uuid,
  ...asStored(FaqFields.properties),
  version: Version,
  updated_at: Instant,
  deleted: Type.Boolean(),
})
export type Faq = Static<typeof Faq>

export const FAQ_SORTS = ['subject', 'question', 'audience', 'updated_at'] as const

const Params = Strict({ id: Uuid })

export const faq = {
  list: endpoint('GET', 'faq', {
    reply: listOf(Faq),
    access: 'user',
    summary: 'All questions for the caller, by subject.',
  }),
  search: endpoint('POST', 'faq/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      audience: Type.Optional(oneOf(FAQ_AUDIENCES)),
      state: Type.Optional(oneOf(['current', 'deleted'])),
      sort_by: Type.Optional(sortedBy(FAQ_SORTS)),
      ...Paging,
    }),
    reply: listOf(Faq),
    access: 'staff',
    summary: 'Questions to maintain, for any audience; deleted ones on request.',
  }),
  create: endpoint('POST', 'faq', {
    // An id that the device creates keeps a repeat from adding the question twice.
    body: Strict({
      key: Key,
      id: Type.Optional(Uuid),
      ...OptionalFields,
      question: FaqFields.properties.question,
      answer: FaqFields.properties.answer,
    }),
    reply: Faq,
    access: 'staff',
    summary: 'Add a question: for everyone, last in a general subject, unless given.',
  }),
  update: endpoint('PUT', 'faq/{id}', {
    params: Params,
    body: Strict({ key: Key, version: Type.Optional(Version), ...OptionalFields }),
    reply: Faq,
    access: 'staff',
    summary: 'Change the fields given of a question; with the version that was seen, only if it is current.',
  }),
  remove: endpoint('DELETE', 'faq/{id}', {
    params: Params,
    body: Strict({ key: Key }),
    reply: Faq,
    access: 'staff',
    summary: 'Delete a question; it can be restored.',
  }),
  restore: endpoint('PUT', 'faq/{id}/restore', {
    params: Params,
    reply: Faq,
    access: 'staff',
    summary: 'Restore a deleted question.',
  }),
}
