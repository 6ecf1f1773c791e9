import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AccountType } from '#domain/user.ts'
import { bytes, instant } from './columns.ts'
import { customers } from './customers.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    /** Argon2id, in the PHC string format. */
    passwordHash: text('password_hash').notNull(),
    /** The office knows it: it opens the form for a new one, and no session. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    accountType: text('account_type').$type<AccountType>().notNull(),
    canPlaceOrders: boolean('can_place_orders').notNull().default(true),
    /** null: the account type's defaults. */
    aclRoutes: text('acl_routes').array(),
    cookiesAccept: boolean('cookies_accept').notNull().default(false),
    contactEmail: boolean('contact_email').notNull().default(false),
    contactSms: boolean('contact_sms').notNull().default(false),
    contactTel: boolean('contact_tel').notNull().default(false),
    contactPost: boolean('contact_post').notNull().default(false),
    defaultCustomerId: text('default_customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** By themselves or the office, which alone can undo it. */
    deactivatedAt: instant('deactivated_at'),
    /** Name and address are gone; the row stays for the orders and trollies that refer to it. */
    erasedAt: instant('erased_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_unique').on(sql`lower(${table.email})`)],
)

/** Kept as SHA-256, so that reading the database opens nothing. */
export const tokens = pgTable(
  'tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: bytes('hash').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /** The build of the page that last called with this token; empty if none has said. */
    build: text('build').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [uniqueIndex('tokens_hash_unique').on(table.hash), index('tokens_user').on(table.userId)],
)

/**
 * What lets somebody set a new password: the link and the code of one mail, or the form that follows a one-time password. Both
 * are stored as hashes, the short code by Argon2id.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash'),
    /** By the server's clock. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
)

/** Staff see all customers without rows here. */
export const customerUsers = pgTable(
  'customer_users',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.customerId] }),
    index('customer_users_customer').on(table.customerId),
  ],
)

/**
 * Counts wrong passwords for every address tried, known or not, so that a lock reveals nothing. Rows are short-lived,
 * and the hash that each costs bounds their number.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** Keyed hash of the lower-case address: strangers' input is not kept. */
    accountHash: bytes('account_hash').notNull(),
    /** Hash of a network, a device, or everywhere. */
    source: bytes('source').notNull(),
    failures: integer('failures').notNull(),
    /** When its failures expire. */
    forgetAt: instant('forget_at').notNull(),
    lockedUntil: instant('locked_until'),
  },
  (table) => [
    primaryKey({ columns: [table.accountHash, table.source] }),
    index('sign_in_failures_forget').on(table.forgetAt),
  ],
)

/** Devices that have signed in before: failures elsewhere do not lock them out. */
export const signInDevices = pgTable(
  'sign_in_devices',
  {
    accountHash: bytes('account_hash').notNull(),
    /** SHA-256 of the device's cookie. */
    deviceHash: bytes('device_hash').notNull(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountHash, table.deviceHash] }),
    index('sign_in_devices_used').on(table.lastUsedAt),
  ],
)
