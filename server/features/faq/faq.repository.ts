import { and, asc, eq, inArray } from 'drizzle-orm'
import type { FaqAudience } from '#domain/faq.ts'
import type { Database } from '#server/db/database.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { QUESTIONS_BY_PLACE } from '#server/features/maintained/nouns.ts'

export type FaqRow = typeof faqs.$inferSelect

export const findFaqsFor = (database: Database, audiences: readonly FaqAudience[]): Promise<FaqRow[]> =>
  database
    .select()
    .from(faqs)
    .where(and(eq(faqs.deleted, false), inArray(faqs.audience, [...audiences])))
    .orderBy(...QUESTIONS_BY_PLACE, asc(faqs.id))
