import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { FaqAudience } from '#domain/faq.ts'
import { instant } from './columns.ts'

export const faqs = pgTable(
  'faqs',
  {
    id: uuid('id').primaryKey(),
    subject: text('subject').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    audience: text('audience').$type<FaqAudience>().notNull(),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    deleted: boolean('deleted').notNull().default(false),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('faqs_subject').on(table.subject, table.position)],
)
