import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { maintained } from './columns.ts'

/** A wholesaler's own rows. The build's terms are not copied, so that a newer build can update them. */
export const searchTerms = pgTable('search_terms', {
  ...maintained(),
  typed: text('typed').primaryKey(),
  means: text('means').array().notNull().default(sql`'{}'::text[]`),
  bothWays: boolean('both_ways').notNull().default(false),
  /** False: removes the build's meaning. */
  active: boolean('active').notNull().default(true),
})
