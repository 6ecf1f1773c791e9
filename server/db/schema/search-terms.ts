import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What a wholesaler changed in the trade terms that a build comes with (domain/search/trade-terms.json): rows of their
 * own, and rows in place of the build's. The build's own are not copied here, so that a newer build brings newer ones.
 */
export const searchTerms = pgTable('search_terms', {
  typed: text('typed').primaryKey(),
  means: text('means').array().notNull().default(sql`'{}'::text[]`),
  bothWays: boolean('both_ways').notNull().default(false),
  /** False: what was typed means nothing else, whatever the build says. */
  active: boolean('active').notNull().default(true),
})
