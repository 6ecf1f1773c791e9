import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Single values of the whole installation: the database's epoch, the company's config. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})
