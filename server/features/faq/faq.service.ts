import type { BodyOf } from '#contract/endpoint.ts'
import type { Faq, FaqFields, faq } from '#contract/faq.ts'
import { sortOf } from '#contract/values.ts'
import { faqAudiencesOf } from '#domain/faq.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { requireSame } from '#server/routing/require-same.ts'
import {
  type FaqRow,
  findFaq,
  findFaqsFor,
  insertFaq,
  searchFaqs,
  setFaqDeleted,
  updateFaq,
} from './faq.repository.ts'

type FaqPage = { data: Faq[]; total: number; page: number; pageLength: number }

/** Changes may be repeated: one already made answers with the question. */
export type FaqService = {
  list: (caller: Caller) => Promise<FaqPage>
  search: (body: BodyOf<typeof faq.search>) => Promise<FaqPage>
  /** @throws Refusal `version_mismatch` if another question has the id */
  create: (id: string, fields: FaqFields) => Promise<Faq>
  /** @throws Refusal `not_found`, `version_mismatch` with the current question */
  update: (id: string, version: number | undefined, fields: Partial<FaqFields>) => Promise<Faq>
  setDeleted: (id: string, deleted: boolean) => Promise<Faq>
}

export const faqService = ({ database, now }: { database: Database; now: () => Date }): FaqService => {
  const requireFaq = async (id: string): Promise<FaqRow> => {
    const row = await findFaq(database, id)
    if (row === undefined) throw new Refusal('not_found', { message: 'This question does not exist.' })
    return row
  }

  return {
    list: async ({ accountType }) => {
      const data = (await findFaqsFor(database, faqAudiencesOf(accountType))).map(toFaq)
      return { data, total: data.length, page: 1, pageLength: Math.max(1, data.length) }
    },

    search: async ({ queryString = '', audience, state, sort_by = 'subject', page = 1, pageLength = 24 }) => {
      const { data, total } = await searchFaqs(database, {
        text: queryString,
        audience,
        deleted: state === 'deleted',
        ...sortOf(sort_by),
        limit: pageLength,
        offset: (page - 1) * pageLength,
      })
      return { data: data.map(toFaq), total, page, pageLength }
    },

    create: async (id, fields) => {
      const row = await insertFaq(database, { id, ...fields, updatedAt: now() })
      if (row !== undefined) return toFaq(row)
      return toFaq(requireSameFaq(await requireFaq(id), fields))
    },

    update: async (id, version, fields) => {
      const row = await updateFaq(database, { id, version, updatedAt: now() }, fields)
      return toFaq(row ?? requireSameFaq(await requireFaq(id), fields))
    },

    setDeleted: async (id, deleted) => {
      const row = await setFaqDeleted(database, { id, deleted, updatedAt: now() })
      return toFaq(row ?? (await requireFaq(id)))
    },
  }
}

const requireSameFaq = (row: FaqRow, fields: Partial<FaqFields>): FaqRow =>
  requireSame<FaqRow>(row, fields, { noun: 'question', fields: { faq: toFaq(row) } })

const toFaq = ({ updatedAt, ...row }: FaqRow): Faq => ({ ...row, updated_at: updatedAt.toISOString() })
