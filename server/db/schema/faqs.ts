import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type FaqAudience, GENERAL_PLACE } from '#domain/faq.ts'
import { maintained } from './columns.ts'

export const faqs = pgTable(
  'faqs',
  {
    ...maintained(),
    id: uuid('id').primaryKey().defaultRandom(),
    subject: text('subject').notNull().default(GENERAL_PLACE.subject),
    question: text('question').notNull().unique(),
    answer: text('answer').notNull(),
    audience: text('audience').$type<FaqAudience>().notNull().default(GENERAL_PLACE.audience),
    position: integer('position').notNull().default(GENERAL_PLACE.position),
  },
  (table) => [index('faqs_subject').on(table.subject, table.position)],
)
