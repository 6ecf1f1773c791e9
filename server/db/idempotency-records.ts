import type { Database } from './database.ts'
import { type Connection, statement, together } from './transaction.ts'

/** Replies kept under their keys (sync protocol, "On the wire"). */
const KEPT_DAYS = 90
/** A 404 changed nothing and may be decided again; anyone can cause them, and must not fill the disk. */
const NOT_FOUND_KEPT_MINUTES = 60
/** Limits how long a deletion holds up mutations. */
const DELETED_AT_ONCE = 5_000

export type RecordId = {
  userId: string
  key: string
  lock: bigint
}
export type KeptReply = { fingerprint: Buffer; status: number; reply: string }

export type Claim = { got: false } | { got: true; kept: KeptReply | undefined }

const tryLock = statement<{ got: boolean }, [lock: bigint]>(
  'idempotency_lock',
  'SELECT pg_try_advisory_xact_lock($1) AS got',
)

const find = statement<KeptReply, [userId: string, key: string]>(
  'idempotency_find',
  'SELECT fingerprint, status, reply FROM idempotency_records WHERE user_id = $1 AND key = $2',
)

const insert = statement<
  Record<string, never>,
  [userId: string, key: string, fingerprint: Buffer, status: number, reply: string]
>(
  'idempotency_insert',
  'INSERT INTO idempotency_records (user_id, key, fingerprint, status, reply) VALUES ($1, $2, $3, $4, $5)',
)

/** Locks in a statement of its own, so that the look-up sees everything committed before the lock. */
export const claim = (connection: Connection, id: RecordId): Promise<Claim> => begin(connection, id, 'BEGIN')

/** Rolls back, then claims the key again to store the refusal. */
export const undoAndClaim = (connection: Connection, id: RecordId): Promise<Claim> =>
  begin(connection, id, 'ROLLBACK; BEGIN')

async function begin(connection: Connection, { userId, key, lock }: RecordId, how: string): Promise<Claim> {
  const [, [locked], [kept]] = await together(connection, () =>
    Promise.all([
      connection.$client.query(`${how} ISOLATION LEVEL READ COMMITTED`),
      tryLock(connection, lock),
      find(connection, userId, key),
    ]),
  )
  return locked?.got === true ? { got: true, kept } : { got: false }
}

/** One packet for last writes, reply and commit: if any fails, nothing is committed. @throws the first failure */
export const keepAndCommit = async (
  connection: Connection,
  { userId, key }: RecordId,
  { fingerprint, status, reply }: KeptReply,
  lastWrites: (() => Promise<unknown>)[] = [],
): Promise<void> => {
  const outcomes = await together(connection, () =>
    Promise.allSettled([
      ...lastWrites.map((write) => write()),
      insert(connection, userId, key, fingerprint, status, reply),
      connection.$client.query('COMMIT').then(({ command }) => {
        // PostgreSQL's COMMIT of a failed transaction answers ROLLBACK.
        if (command !== 'COMMIT') throw new Error(`The change was not committed: ${command}`)
      }),
    ]),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

const deleteSome = (name: string, condition: string) =>
  statement<{ deleted: number }>(
    name,
    `WITH old AS (
       SELECT user_id, key FROM idempotency_records WHERE ${condition} LIMIT ${DELETED_AT_ONCE}
     ), gone AS (
       DELETE FROM idempotency_records r USING old WHERE r.user_id = old.user_id AND r.key = old.key RETURNING 1
     ) SELECT count(*) AS deleted FROM gone`,
  )
const deletions = [
  deleteSome('idempotency_delete_old', `created_at < now() - interval '${KEPT_DAYS} days'`),
  deleteSome(
    'idempotency_delete_not_found',
    `status = 404 AND created_at < now() - interval '${NOT_FOUND_KEPT_MINUTES} minutes'`,
  ),
]

/** @returns how many were deleted */
export const deleteOldRecords = async (executor: Database | Connection): Promise<number> => {
  let total = 0
  for (const deleteBatch of deletions) {
    let deleted: number
    do {
      const [row] = await deleteBatch(executor)
      deleted = row?.deleted ?? 0
      total += deleted
    } while (deleted === DELETED_AT_ONCE)
  }
  return total
}
