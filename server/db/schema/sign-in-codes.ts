import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { tokens } from './users.ts'

/** Codes that sign in once, on another device or in the installed app. Each lives no longer than the session that made it. */
export const signInCodes = pgTable('sign_in_codes', {
  tokenId: uuid('token_id')
    .primaryKey()
    .references(() => tokens.id, { onDelete: 'cascade' }),
  /** Argon2id: a code has a million values. */
  codeHash: text('code_hash').notNull(),
  /** By the server's clock. */
  expiresAt: instant('expires_at').notNull(),
})
