import type { Faq, faq } from '#contract/faq.ts'
import { faqAudiencesOf, GENERAL_PLACE } from '#domain/faq.ts'
import { faqsService, type Parts } from '#server/features/maintained/nouns.ts'
import type { Answers } from '#server/routing/answers.ts'
import { type FaqRow, findFaqsFor } from './faq.repository.ts'

export const faqService = ({ database, now }: Parts): Answers<typeof faq> => {
  const kept = faqsService({ database, now })
  return {
    ...kept,
    list: async ({ user }) => {
      const data = (await findFaqsFor(database, faqAudiencesOf(user.accountType))).map(toFaq)
      return { data, total: data.length, page: 1, pageLength: Math.max(1, data.length) }
    },
    create: async ({ body: { key: _, ...body }, ...call }) =>
      await kept.create({ ...call, body: { ...GENERAL_PLACE, ...body } }),
    update: async ({ body: { key: _, ...body }, ...call }) => await kept.update({ ...call, body }),
    remove: async ({ body: _, ...call }) => await kept.remove({ ...call, body: undefined }),
  }
}

const toFaq = ({ updatedAt, ...row }: FaqRow): Faq => ({ ...row, updated_at: updatedAt.toISOString() })
