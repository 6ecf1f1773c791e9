import type { Database } from './database.ts'
import { type Connection, statement } from './transaction.ts'

/** The replies that mutations got under their keys (sync protocol, "On the wire"). Kept for this long. */
const KEPT_DAYS = 90
/** A deletion must not hold up the mutations beside it. */
const DELETED_AT_ONCE = 5_000

export type RecordId = {
  /** Both are UUIDs, checked before they come here: they are written into the statement. */
  userId: string
  key: string
  /** A number of 64 bits for user and key, in decimal. */
  lock: string
}
export type KeptReply = { fingerprint: Buffer; status: number; reply: string }

export type Claim = { got: false } | { got: true; kept: KeptReply | undefined }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Begins a transaction and tries for the key, in one message to the database. The lock is a statement of its own:
 * the look for the record then sees all that was committed before the lock was got, which a snapshot taken with the lock
 * would not. Several statements in a message take no parameters, so the ids stand in the text.
 */
export const claim = (connection: Connection, id: RecordId): Promise<Claim> => begin(connection, '', id)

/** Undoes all that the transaction wrote, and claims the key anew for what is to be said of that. */
export const undoAndClaim = (connection: Connection, id: RecordId): Promise<Claim> =>
  begin(connection, 'ROLLBACK;', id)

async function begin(connection: Connection, first: string, { userId, key, lock }: RecordId): Promise<Claim> {
  if (!UUID.test(userId) || !UUID.test(key) || !/^-?\d+$/.test(lock)) throw new TypeError('Not a record id')
  const results: unknown = await connection.$client.query(`${first}
    BEGIN ISOLATION LEVEL READ COMMITTED;
    SELECT pg_try_advisory_xact_lock(${lock}) AS got;
    SELECT fingerprint, status, reply FROM idempotency_records WHERE user_id = '${userId}' AND key = '${key}'`)
  const [locked, found] = (results as { rows: unknown[] }[]).slice(-2)
  if ((locked?.rows[0] as { got: boolean } | undefined)?.got !== true) return { got: false }
  return { got: true, kept: found?.rows[0] as KeptReply | undefined }
}

/**
 * Writes the record and commits, in one message. The values are hexadecimal, so that no text of a reply can be read as
 * SQL. Whatever fails here, nothing is committed.
 */
export const keepAndCommit = async (
  connection: Connection,
  { userId, key }: RecordId,
  { fingerprint, status, reply }: KeptReply,
): Promise<void> => {
  const text = Buffer.from(reply, 'utf8').toString('hex')
  await connection.$client.query(`
    INSERT INTO idempotency_records (user_id, key, fingerprint, status, reply) VALUES
      ('${userId}', '${key}', '\\x${fingerprint.toString('hex')}', ${Math.trunc(status)},
       convert_from('\\x${text}', 'UTF8'));
    COMMIT`)
}

const deleteSome = statement<{ deleted: number }>(
  'idempotency_delete_old',
  `WITH old AS (
     SELECT user_id, key FROM idempotency_records
     WHERE created_at < now() - interval '${KEPT_DAYS} days' LIMIT ${DELETED_AT_ONCE}
   ), gone AS (
     DELETE FROM idempotency_records r USING old WHERE r.user_id = old.user_id AND r.key = old.key RETURNING 1
   ) SELECT count(*) AS deleted FROM gone`,
)

/** Deletes the records that have been kept long enough, and tells how many. */
export const deleteOldRecords = async (executor: Database | Connection): Promise<number> => {
  let total = 0
  for (;;) {
    const [row] = await deleteSome(executor)
    const deleted = row?.deleted ?? 0
    total += deleted
    if (deleted < DELETED_AT_ONCE) return total
  }
}
