import { and, count, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { passkeyChallenges, passkeys } from '#server/db/schema/sign-in-proofs.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { UserRow } from './auth.repository.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const insertChallenge = async (
  database: Database,
  challenge: typeof passkeyChallenges.$inferInsert,
): Promise<void> => {
  await database.insert(passkeyChallenges).values(challenge)
}

/**
 * Of two that use it at once, one gets it.
 * @param sessionId the session that asked; null for a sign-in
 */
export const takeChallenge = async (
  database: Database,
  { attemptHash, sessionId, now }: { attemptHash: Buffer; sessionId: string | null; now: Date },
): Promise<string | undefined> => {
  const { sessionId: session, expiresAt } = passkeyChallenges
  const [taken] = await database
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.attemptHash, attemptHash),
        sessionId === null ? isNull(session) : eq(session, sessionId),
        gt(expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken?.challenge
}

export const deleteOldChallenges = async (connection: Connection): Promise<void> => {
  // A day, since the server's clock and PostgreSQL's may differ.
  await connection
    .delete(passkeyChallenges)
    .where(lt(passkeyChallenges.expiresAt, sql`now() - make_interval(days => 1)`))
}

export const findPasskeys = (executor: Database | Connection, userId: string): Promise<PasskeyRow[]> =>
  executor
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))

export const countPasskeys = async (connection: Connection, userId: string): Promise<number> =>
  (await connection.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId)))[0]
    ?.passkeys ?? 0

export const findPasskeyWithUser = async (
  database: Database,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; user: UserRow } | undefined> =>
  (
    await database
      .select({ passkey: passkeys, user: users })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId))
  )[0]

/** @returns undefined where the credential is known already, whoever has it */
export const insertPasskey = async (
  connection: Connection,
  passkey: PasskeyRow,
): Promise<PasskeyRow | undefined> =>
  (await connection.insert(passkeys).values(passkey).onConflictDoNothing().returning())[0]

/** @returns whether it is still there and the counter rises, unless the authenticator has none */
export const notePasskeyUse = async (
  database: Database,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> => {
  const hasNone = counter === 0 ? eq(passkeys.counter, 0) : undefined
  const noted = await database
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), hasNone)))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

export const renamePasskey = async (
  database: Database,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<PasskeyRow | undefined> =>
  (await database.update(passkeys).set({ name }).where(isOwn(userId, id)).returning())[0]

/** @param id absent: all of the user's. @returns how many there were */
export const deletePasskeys = async (
  executor: Database | Connection,
  { id, userId }: { id?: string; userId: string },
): Promise<number> =>
  (await executor.delete(passkeys).where(isOwn(userId, id)).returning({ id: passkeys.id })).length

const isOwn = (userId: string, id: string | undefined): SQL | undefined =>
  and(eq(passkeys.userId, userId), id === undefined ? undefined : eq(passkeys.id, id))
