import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { halfSignIns, recoveryCodes, secondFactors } from '#server/db/schema/sign-in-proofs.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { UserRow } from './auth.repository.ts'

type Executor = Database | Connection

export type SecondFactorRow = typeof secondFactors.$inferSelect

/** Long enough to set up an app, too short to be worth stealing. */
const HALF_SIGN_IN_MS = 10 * MINUTE_MS

export const insertHalfSignIn = async (
  database: Database,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: string; now: Date },
): Promise<void> => {
  await database
    .insert(halfSignIns)
    .values({ tokenHash, userId, expiresAt: new Date(now.getTime() + HALF_SIGN_IN_MS) })
}

export const findHalfSignIn = async (
  database: Database,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<UserRow | undefined> =>
  (
    await database
      .select({ user: users })
      .from(halfSignIns)
      .innerJoin(users, eq(users.id, halfSignIns.userId))
      .where(
        and(
          eq(halfSignIns.tokenHash, tokenHash),
          gt(halfSignIns.expiresAt, now),
          isNull(users.deactivatedAt),
        ),
      )
  )[0]?.user

/** @returns whether it was still there: of two that use it at once, one does */
export const takeHalfSignIn = async (executor: Executor, tokenHash: Buffer): Promise<boolean> =>
  (
    await executor
      .delete(halfSignIns)
      .where(eq(halfSignIns.tokenHash, tokenHash))
      .returning({ userId: halfSignIns.userId })
  ).length > 0

export const withdrawHalfSignIns = async (executor: Executor, userId: string): Promise<void> => {
  await executor.delete(halfSignIns).where(eq(halfSignIns.userId, userId))
}

export const findSecondFactor = async (
  executor: Executor,
  userId: string,
): Promise<SecondFactorRow | undefined> =>
  (await executor.select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0]

export const countRecoveryCodes = async (executor: Executor, userId: string): Promise<number> =>
  (await executor.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)))[0]
    ?.codes ?? 0

export const keepNewSecret = async (
  executor: Executor,
  { userId, newSecret, now }: { userId: string; newSecret: string; now: Date },
): Promise<void> => {
  const waiting = { newSecret, newSecretAt: now }
  await executor
    .insert(secondFactors)
    .values({ userId, ...waiting })
    .onConflictDoUpdate({ target: secondFactors.userId, set: waiting })
}

/** @returns whether the code of this time step had not been taken yet, nor a later one */
export const takeStep = async (executor: Executor, userId: string, step: number): Promise<boolean> =>
  (
    await executor
      .update(secondFactors)
      .set({ lastStep: step })
      .where(
        and(
          eq(secondFactors.userId, userId),
          isNotNull(secondFactors.enabledAt),
          lt(secondFactors.lastStep, step),
        ),
      )
      .returning({ userId: secondFactors.userId })
  ).length > 0

/** @returns whether it was one of theirs: it works no more */
export const takeRecoveryCode = async (
  executor: Executor,
  { userId, codeHash }: { userId: string; codeHash: Buffer },
): Promise<boolean> =>
  (
    await executor
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
      .returning({ userId: recoveryCodes.userId })
  ).length > 0

/** Makes the new secret the one that counts. @param step of the code that confirmed it */
export const enableSecondFactor = async (
  connection: Connection,
  { userId, step, now }: { userId: string; step: number; now: Date },
): Promise<void> => {
  await connection
    .update(secondFactors)
    .set({
      secret: sql`${secondFactors.newSecret}`,
      enabledAt: now,
      lastStep: step,
      newSecret: null,
      newSecretAt: null,
    })
    .where(eq(secondFactors.userId, userId))
}

export const replaceRecoveryCodes = async (
  connection: Connection,
  { userId, hashes }: { userId: string; hashes: Buffer[] },
): Promise<void> => {
  await connection.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await connection.insert(recoveryCodes).values(hashes.map((codeHash) => ({ codeHash, userId })))
}

/** @returns whether it had been on */
export const deleteSecondFactor = async (connection: Connection, userId: string): Promise<boolean> => {
  await connection.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await withdrawHalfSignIns(connection, userId)
  const [deleted] = await connection
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ enabledAt: secondFactors.enabledAt })
  return deleted !== undefined && deleted.enabledAt !== null
}

/** Sign-ins that were left half done, and secrets that nobody confirmed. */
export const deleteHalfDone = async (connection: Connection): Promise<void> => {
  // A day, since the server's clock and PostgreSQL's may differ.
  const dayAgo = sql`now() - make_interval(days => 1)`
  await connection.delete(halfSignIns).where(lt(halfSignIns.expiresAt, dayAgo))
  const isLeft = lt(secondFactors.newSecretAt, dayAgo)
  await connection.delete(secondFactors).where(and(isNull(secondFactors.enabledAt), isLeft))
  await connection.update(secondFactors).set({ newSecret: null, newSecretAt: null }).where(isLeft)
}
