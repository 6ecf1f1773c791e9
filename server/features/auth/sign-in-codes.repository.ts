import { and, desc, eq, exists, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { signInCodes } from '#server/db/schema/sign-in-codes.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { UserRow } from './auth.repository.ts'

export type SignInCode = { tokenId: string; codeHash: string; sessionEndsAt: Date; user: UserRow }

/** Replaces the user's earlier ones, whichever session made them. */
export const replaceSignInCode = async (
  connection: Connection,
  { userId, ...code }: typeof signInCodes.$inferInsert & { userId: string },
): Promise<void> => {
  const own = connection.select({ id: tokens.id }).from(tokens).where(eq(tokens.userId, userId))
  await connection.delete(signInCodes).where(inArray(signInCodes.tokenId, own))
  await connection.insert(signInCodes).values(code)
}

/** One statement whether the address is known or not. A code ends with its session, and with the user's access. */
export const findSignInCode = async (
  database: Database,
  { email, now }: { email: string; now: Date },
): Promise<SignInCode | undefined> =>
  (
    await database
      .select({
        tokenId: signInCodes.tokenId,
        codeHash: signInCodes.codeHash,
        sessionEndsAt: tokens.expiresAt,
        user: users,
      })
      .from(signInCodes)
      .innerJoin(tokens, eq(tokens.id, signInCodes.tokenId))
      .innerJoin(users, eq(users.id, tokens.userId))
      .where(
        and(
          eq(sql`lower(${users.email})`, sql`lower(${email}::text)`),
          isNull(users.deactivatedAt),
          isNull(tokens.revokedAt),
          gt(tokens.expiresAt, sql`now()`),
          gt(signInCodes.expiresAt, now),
        ),
      )
      .orderBy(desc(signInCodes.expiresAt))
      .limit(1)
  )[0]

/** @returns whether it and its session were still there: of two that use it at once, one does */
export const takeSignInCode = async (
  connection: Connection,
  { tokenId, codeHash }: SignInCode,
): Promise<boolean> => {
  const open = connection
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.id, tokenId), isNull(tokens.revokedAt)))
  const taken = await connection
    .delete(signInCodes)
    .where(and(eq(signInCodes.tokenId, tokenId), eq(signInCodes.codeHash, codeHash), exists(open)))
    .returning({ tokenId: signInCodes.tokenId })
  return taken.length > 0
}

export const deleteOldSignInCodes = async (connection: Connection): Promise<void> => {
  // A day, since the server's clock and PostgreSQL's may differ.
  await connection.delete(signInCodes).where(lt(signInCodes.expiresAt, sql`now() - make_interval(days => 1)`))
}
