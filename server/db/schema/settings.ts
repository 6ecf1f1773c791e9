import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** The database's epoch, the company's config and the like. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})
