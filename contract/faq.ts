import { Type } from 'typebox'
import { FAQ_AUDIENCES } from '#domain/faq.ts'
import { endpoint, Strict } from './endpoint.ts'
import { maintainedCalls } from './maintained.ts'
import { Faq, FaqFields, listQuestions } from './questions.ts'
import { naming, oneOf, optional, Uuid, Version } from './values.ts'

export { Faq, FaqFields }

/** Specification, section 6. Public in every app, so the server checks the caller's role (design, decision 3). */
export const FAQ_KEY = 'trolly-faq'
const Key = Type.Literal(FAQ_KEY)

export const FAQ_SORTS = ['subject', 'question', 'audience', 'updated_at'] as const

const ROUTE = '/maintenance/faq-maintenance'
const params = Strict({ id: naming(Uuid, 'record_not_found') })
const OptionalFields = optional(FaqFields.properties)

export const faq = {
  ...maintainedCalls({
    noun: 'faq',
    route: ROUTE,
    fields: FaqFields,
    filters: { audience: oneOf(FAQ_AUDIENCES) },
    sorts: FAQ_SORTS,
    words: ['a question', 'questions'],
  }),
  list: listQuestions,
  // The specification has the key in these bodies, and names no other field of a question than its wording.
  create: endpoint('POST', 'faq', {
    body: Strict({
      key: Key,
      id: Type.Optional(Uuid),
      ...OptionalFields,
      question: FaqFields.properties.question,
      answer: FaqFields.properties.answer,
    }),
    reply: Faq,
    access: 'staff',
    route: ROUTE,
    summary: 'Add a question: for everyone, last in a general subject, unless given.',
  }),
  update: endpoint('PUT', 'faq/{id}', {
    params,
    body: Strict({ key: Key, version: Type.Optional(Version), ...OptionalFields }),
    reply: Faq,
    access: 'staff',
    route: ROUTE,
    summary: 'Change the fields given of a question; with the version that was seen, only if it is current.',
  }),
  remove: endpoint('DELETE', 'faq/{id}', {
    params,
    body: Strict({ key: Key }),
    reply: Faq,
    access: 'staff',
    route: ROUTE,
    summary: 'Delete a question; it can be restored.',
  }),
}
