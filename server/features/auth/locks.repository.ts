import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/transaction.ts'

export type FailuresRow = { failures: number; lockedForSeconds: number | null }

type StateRow = { isKnownDevice: boolean; rows: ({ source: string } & FailuresRow)[] }

const signInState = statement<StateRow, [accountHash: Buffer, deviceHash: Buffer | null, sources: Buffer[]]>(
  'sign_in_state',
  `SELECT
     EXISTS (SELECT FROM sign_in_devices WHERE account_hash = $1 AND device_hash = $2) AS "isKnownDevice",
     (SELECT coalesce(json_agg(json_build_object(
          'source', encode(source, 'hex'),
          'failures', CASE WHEN forget_at > now() THEN failures ELSE 0 END,
          'lockedForSeconds',
            CASE WHEN locked_until > now() THEN ceil(extract(epoch FROM locked_until - now()))::integer END)), '[]')
      FROM sign_in_failures WHERE account_hash = $1 AND source = ANY($3)) AS rows`,
)

export const findSignInState = async (
  database: Database,
  { accountHash, deviceHash, sources }: { accountHash: Buffer; deviceHash: Buffer | null; sources: Buffer[] },
): Promise<{ isKnownDevice: boolean; failuresOf: (source: Buffer) => FailuresRow }> => {
  const [state] = await signInState(database, accountHash, deviceHash, sources)
  const rows = new Map(state?.rows.map((row) => [row.source, row]))
  return {
    isKnownDevice: state?.isKnownDevice ?? false,
    failuresOf: (source) => rows.get(source.toString('hex')) ?? { failures: 0, lockedForSeconds: null },
  }
}

const FORGOTTEN = 'f.forget_at <= now()'
const COUNTED = `CASE WHEN ${FORGOTTEN} THEN 1 ELSE f.failures + 1 END`

/** `slides`: each failure expires by itself; otherwise all expire with the first. */
export const countFailure = statement<
  { locked: boolean },
  [
    accountHash: Buffer,
    source: Buffer,
    allowed: number,
    rememberedSeconds: number,
    slides: boolean,
    lockSeconds: number,
  ]
>(
  'sign_in_failure',
  `INSERT INTO sign_in_failures AS f (account_hash, source, failures, forget_at, locked_until)
   VALUES ($1, $2, 1, now() + make_interval(secs => $4), CASE WHEN $3 <= 1 THEN now() + make_interval(secs => $6) END)
   ON CONFLICT (account_hash, source) DO UPDATE SET
     failures = ${COUNTED},
     forget_at = CASE WHEN $5 OR ${FORGOTTEN} THEN now() + make_interval(secs => $4) ELSE f.forget_at END,
     locked_until = CASE WHEN ${COUNTED} >= $3 THEN now() + make_interval(secs => $6) END
   RETURNING locked_until IS NOT NULL AS locked`,
)

export const clearFailures = statement<Record<string, never>, [accountHash: Buffer, source: Buffer]>(
  'sign_in_clear',
  'DELETE FROM sign_in_failures WHERE account_hash = $1 AND source = $2',
)

export const noteDevice = statement<Record<string, never>, [accountHash: Buffer, deviceHash: Buffer]>(
  'sign_in_device',
  `INSERT INTO sign_in_devices AS d (account_hash, device_hash) VALUES ($1, $2)
   ON CONFLICT (account_hash, device_hash) DO UPDATE SET last_used_at = now()`,
)

export const deleteForgottenFailures = statement(
  'sign_in_delete_forgotten',
  'DELETE FROM sign_in_failures WHERE forget_at <= now() AND coalesce(locked_until, now()) <= now()',
)

export const deleteUnusedDevices = statement<Record<string, never>, [days: number]>(
  'sign_in_delete_devices',
  'DELETE FROM sign_in_devices WHERE last_used_at < now() - make_interval(days => $1)',
)
