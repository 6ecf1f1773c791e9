import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FaqFields } from '#contract/faq.ts'
import type { FaqAudience } from '#domain/faq.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { faqs } from '#server/db/schema/faqs.ts'

export type FaqRow = typeof faqs.$inferSelect

export type FaqSearch = {
  text: string
  audience: FaqAudience | undefined
  deleted: boolean
  sort: 'subject' | 'question' | 'audience' | 'updated_at'
  descending: boolean
  limit: number
  offset: number
}

const BY_SUBJECT = [asc(sql`lower(${faqs.subject})`), asc(faqs.position), asc(faqs.question), asc(faqs.id)]

const SORTS: Record<FaqSearch['sort'], SQL> = {
  subject: sql`lower(${faqs.subject})`,
  question: sql`lower(${faqs.question})`,
  audience: sql`${faqs.audience}`,
  updated_at: sql`${faqs.updatedAt}`,
}

export const findFaqsFor = (database: Database, audiences: readonly FaqAudience[]): Promise<FaqRow[]> =>
  database
    .select()
    .from(faqs)
    .where(and(eq(faqs.deleted, false), inArray(faqs.audience, [...audiences])))
    .orderBy(...BY_SUBJECT)

export const searchFaqs = async (
  database: Database,
  { text, audience, deleted, sort, descending, limit, offset }: FaqSearch,
): Promise<{ data: FaqRow[]; total: number }> => {
  const all = sql`unaccent(lower(concat_ws(' ', ${faqs.subject}, ${faqs.question}, ${faqs.answer})))`
  const where = and(
    eq(faqs.deleted, deleted),
    audience && eq(faqs.audience, audience),
    ...holdsEachWord(all, text),
  )
  const [data, counted] = await Promise.all([
    database
      .select()
      .from(faqs)
      .where(where)
      .orderBy(descending ? desc(SORTS[sort]) : asc(SORTS[sort]), ...BY_SUBJECT)
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(faqs).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export const findFaq = async (database: Database, id: string): Promise<FaqRow | undefined> =>
  (await database.select().from(faqs).where(eq(faqs.id, id)))[0]

/** Undefined if the id is taken. */
export const insertFaq = async (
  database: Database,
  row: { id: string; updatedAt: Date } & FaqFields,
): Promise<FaqRow | undefined> =>
  (await database.insert(faqs).values(row).onConflictDoNothing().returning())[0]

/** Undefined if there is none, it is deleted, or has another version than the one given. */
export const updateFaq = async (
  database: Database,
  { id, version, updatedAt }: { id: string; version: number | undefined; updatedAt: Date },
  fields: Partial<FaqFields>,
): Promise<FaqRow | undefined> =>
  (
    await database
      .update(faqs)
      .set({ ...fields, version: sql`${faqs.version} + 1`, updatedAt })
      .where(
        and(
          eq(faqs.id, id),
          version === undefined ? undefined : eq(faqs.version, version),
          eq(faqs.deleted, false),
        ),
      )
      .returning()
  )[0]

export const setFaqDeleted = async (
  database: Database,
  { id, deleted, updatedAt }: { id: string; deleted: boolean; updatedAt: Date },
): Promise<FaqRow | undefined> =>
  (
    await database
      .update(faqs)
      .set({ deleted, version: sql`${faqs.version} + 1`, updatedAt })
      .where(and(eq(faqs.id, id), eq(faqs.deleted, !deleted)))
      .returning()
  )[0]
