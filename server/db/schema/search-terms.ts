import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * A wholesaler's additions to and replacements of the build's trade terms (domain/search/trade-terms.json). The build's
 * are not copied, so that a newer build can update them.
 */
export const searchTerms = pgTable('search_terms', {
  typed: text('typed').primaryKey(),
  means: text('means').array().notNull().default(sql`'{}'::text[]`),
  bothWays: boolean('both_ways').notNull().default(false),
  /** False: removes the build's meaning. */
  active: boolean('active').notNull().default(true),
})
