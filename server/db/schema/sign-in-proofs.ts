import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { tokens, users } from './users.ts'

/** Public keys of the users' passkeys: reading the database opens nothing. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's own, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    /** Rises with each use; many authenticators leave it at 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** WebAuthn's `rp.id`. */
    domain: text('domain').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Each is deleted by its first use. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of what the asker alone was told. */
    attemptHash: bytes('attempt_hash').primaryKey(),
    challenge: text('challenge').notNull(),
    /** The session that makes a passkey; null: somebody signs in. */
    sessionId: uuid('session_id').references(() => tokens.id, { onDelete: 'cascade' }),
    /** By the server's clock. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expiry').on(table.expiresAt),
    index('passkey_challenges_session').on(table.sessionId),
  ],
)

/** Secrets of authenticator apps, in base32. Both sides have to know them, so they cannot be hashed (docs/decisions/0039). */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** null: not turned on yet. */
  secret: text('secret'),
  enabledAt: instant('enabled_at'),
  /** The time step of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Waits for its first code. */
  newSecret: text('new_secret'),
  newSecretAt: instant('new_secret_at'),
})

/** Deleted as they are used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256: the codes have 79 random bits. */
    codeHash: bytes('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** Sign-ins whose password was right and whose second factor is awaited. */
export const halfSignIns = pgTable(
  'half_sign_ins',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By the server's clock. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('half_sign_ins_user').on(table.userId)],
)
