import { and, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { signInDevices, signInFailures } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

export type FailuresRow = { failures: number; lockedForSeconds: number | null }

const { accountHash, source, failures, forgetAt, lockedUntil } = signInFailures

/**
 * No count or lock is longer: one that seems so was written before the clock was put back, and is over. A minute more,
 * because `now()` is the statement's beginning: where it then waits for a connection's turn or a row's lock, it may read
 * a count or a lock that began after its own `now()`, and must not take it for one from before the clock changed.
 */
const LONGEST_COUNT = sql`interval '24 hours 1 minute'`
const LONGEST_LOCK = sql`interval '1 hour 1 minute'`

const IS_FORGOTTEN = sql`(${forgetAt} <= now() OR ${forgetAt} > now() + ${LONGEST_COUNT})`
const IS_LOCKED = sql`(${lockedUntil} > now() AND ${lockedUntil} <= now() + ${LONGEST_LOCK})`

export const findSignInState = async (
  database: Database | Connection,
  account: { accountHash: Buffer; deviceHash: Buffer; sources: Buffer[] },
): Promise<{ isKnownDevice: boolean; failuresOf: (source: Buffer) => FailuresRow }> => {
  const [devices, rows] = await Promise.all([
    database
      .select({ deviceHash: signInDevices.deviceHash })
      .from(signInDevices)
      .where(
        and(
          eq(signInDevices.accountHash, account.accountHash),
          eq(signInDevices.deviceHash, account.deviceHash),
        ),
      ),
    database
      .select({
        source,
        failures: sql<number>`CASE WHEN ${IS_FORGOTTEN} THEN 0 ELSE ${failures} END`,
        lockedForSeconds: sql<number | null>`CASE WHEN ${IS_LOCKED}
          THEN ceil(extract(epoch FROM ${lockedUntil} - now()))::integer END`,
      })
      .from(signInFailures)
      .where(and(eq(accountHash, account.accountHash), inArray(source, account.sources))),
  ])
  return {
    isKnownDevice: devices.length > 0,
    failuresOf: (wanted) =>
      rows.find((row) => row.source.equals(wanted)) ?? { failures: 0, lockedForSeconds: null },
  }
}

export type Failure = {
  accountHash: Buffer
  source: Buffer
  allowed: number
  rememberedSeconds: number
  /** Each failure expires by itself; otherwise all expire with the first. */
  slides: boolean
  lockSeconds: number
}

/** @returns whether the account is locked now for the source */
export const countFailure = async (database: Database | Connection, failure: Failure): Promise<boolean> => {
  const { allowed, rememberedSeconds, slides, lockSeconds } = failure
  const forgottenAt = sql`now() + make_interval(secs => ${rememberedSeconds})`
  const lockEnd = sql`now() + make_interval(secs => ${lockSeconds})`
  const counted = sql`CASE WHEN ${IS_FORGOTTEN} THEN 1 ELSE ${failures} + 1 END`
  const [row] = await database
    .insert(signInFailures)
    .values({
      accountHash: failure.accountHash,
      source: failure.source,
      failures: 1,
      forgetAt: forgottenAt,
      lockedUntil: allowed <= 1 ? lockEnd : null,
    })
    .onConflictDoUpdate({
      target: [accountHash, source],
      set: {
        failures: counted,
        forgetAt: slides
          ? forgottenAt
          : sql`CASE WHEN ${IS_FORGOTTEN} THEN ${forgottenAt} ELSE ${forgetAt} END`,
        lockedUntil: sql`CASE WHEN ${counted} >= ${allowed} THEN ${lockEnd} END`,
      },
    })
    .returning({ lockedUntil })
  return row !== undefined && row.lockedUntil !== null
}

export const clearFailures = async (database: Database, account: Buffer, from: Buffer): Promise<void> => {
  await database.delete(signInFailures).where(and(eq(accountHash, account), eq(source, from)))
}

export const noteDevice = async (
  database: Database | Connection,
  account: Buffer,
  deviceHash: Buffer,
): Promise<void> => {
  await database
    .insert(signInDevices)
    .values({ accountHash: account, deviceHash })
    .onConflictDoUpdate({
      target: [signInDevices.accountHash, signInDevices.deviceHash],
      set: { lastUsedAt: sql`now()` },
    })
}

export const deleteForgottenFailures = async (connection: Connection): Promise<void> => {
  const isUnlocked = or(isNull(lockedUntil), not(IS_LOCKED))
  await connection.delete(signInFailures).where(and(IS_FORGOTTEN, isUnlocked))
}

export const deleteUnusedDevices = async (connection: Connection, days: number): Promise<void> => {
  await connection
    .delete(signInDevices)
    .where(lt(signInDevices.lastUsedAt, sql`now() - make_interval(days => ${days})`))
}
