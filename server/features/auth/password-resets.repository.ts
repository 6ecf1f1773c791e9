import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { RESET_WITHIN_MS } from '#domain/account-mail.ts'
import type { Database } from '#server/db/database.ts'
import { passwordResets, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { UserRow } from './auth.repository.ts'

export type Reset = { tokenHash: Buffer; codeHash: string | null; user: UserRow }

/** @returns the token, which is stored only as a hash */
export const insertResetLink = async (
  executor: Database | Connection,
  { userId, now, codeHash = null }: { userId: string; now: Date; codeHash?: string | null },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await executor.insert(passwordResets).values({
    tokenHash: hashOfReset(token),
    userId,
    codeHash,
    expiresAt: new Date(now.getTime() + RESET_WITHIN_MS),
  })
  return token
}

/** One statement whether the address, the token, both or neither are known. */
export const findResetByToken = async (
  database: Database,
  { token, email, now }: { token: string; email: string; now: Date },
): Promise<Reset | undefined> =>
  (await resetsOf(database).where(and(isOpen(email, now), eq(tokenHash, hashOfReset(token)))))[0]

/** The last one that has a code. */
export const findResetWithCode = async (
  database: Database,
  { email, now }: { email: string; now: Date },
): Promise<Reset | undefined> =>
  (
    await resetsOf(database)
      .where(and(isOpen(email, now), isNotNull(passwordResets.codeHash)))
      .orderBy(desc(passwordResets.expiresAt))
      .limit(1)
  )[0]

/** @returns whether it was still there: of two that use it at once, one does */
export const takeReset = async (connection: Connection, { tokenHash }: Reset): Promise<boolean> =>
  (
    await connection
      .delete(passwordResets)
      .where(eq(passwordResets.tokenHash, tokenHash))
      .returning({ userId: passwordResets.userId })
  ).length > 0

export const withdrawResets = async (connection: Connection, userId: string): Promise<void> => {
  await connection.delete(passwordResets).where(eq(passwordResets.userId, userId))
}

export const deleteOldResets = async (connection: Connection): Promise<void> => {
  // A day, since the server's clock and PostgreSQL's may differ.
  await connection
    .delete(passwordResets)
    .where(lt(passwordResets.expiresAt, sql`now() - make_interval(days => 1)`))
}

const { tokenHash } = passwordResets

/** A fast hash suffices for random tokens. */
const hashOfReset = (token: string): Buffer => createHash('sha256').update(token).digest()

const resetsOf = (database: Database) =>
  database
    .select({ tokenHash, codeHash: passwordResets.codeHash, user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))

const isOpen = (email: string, now: Date) =>
  and(
    eq(sql`lower(${users.email})`, sql`lower(${email}::text)`),
    isNull(users.deactivatedAt),
    gt(passwordResets.expiresAt, now),
  )
