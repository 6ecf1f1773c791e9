import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotencyRecords } from './schema/idempotency.ts'
import { statement } from './statement.ts'
import { type Connection, inOnePacket } from './transaction.ts'

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

/** `ofOthers`: answers to other users under the same key (docs/decisions/0052). */
export type Claim =
  | { got: false }
  | { got: true; kept: KeptReply | undefined; ofOthers: readonly KeptReply[] }

// These are written by hand: two of the statements of every line change (budgets: add a line).

const tryLock = statement<{ got: boolean }, { lock: bigint }>(
  'idempotency_lock',
  'SELECT pg_try_advisory_xact_lock(:lock) AS got',
)

const find = statement<KeptReply & { isOwn: boolean }, { userId: string; key: string }>(
  'idempotency_find',
  `SELECT user_id = :userId AS "isOwn", fingerprint, status, reply FROM idempotency_records
   WHERE key = :key AND (user_id = :userId OR status <> 404)`,
)

const insert = statement<Record<string, never>, KeptReply & { userId: string; key: string }>(
  'idempotency_insert',
  `INSERT INTO idempotency_records (user_id, key, fingerprint, status, reply)
   VALUES (:userId, :key, :fingerprint, :status, :reply)`,
)

/** Locks in a statement of its own, so that the look-up sees everything committed before the lock. */
export const claim = (connection: Connection, id: RecordId): Promise<Claim> => begin(connection, id, 'BEGIN')

/** Ends the transaction without its writes. */
export const undo = async (connection: Connection): Promise<void> => {
  await connection.$client.query('ROLLBACK')
}

/** Rolls back, then claims the key again to store the refusal. */
export const undoAndClaim = (connection: Connection, id: RecordId): Promise<Claim> =>
  begin(connection, id, 'ROLLBACK; BEGIN')

async function begin(connection: Connection, { userId, key, lock }: RecordId, how: string): Promise<Claim> {
  const [, [locked], found] = await inOnePacket(connection, () =>
    Promise.all([
      connection.$client.query(`${how} ISOLATION LEVEL READ COMMITTED`),
      tryLock(connection, { lock }),
      find(connection, { userId, key }),
    ]),
  )
  if (locked?.got !== true) return { got: false }
  return { got: true, kept: found.find(({ isOwn }) => isOwn), ofOthers: found.filter(({ isOwn }) => !isOwn) }
}

/** One packet for last writes, reply and commit: if any fails, nothing is committed. @throws the first failure */
export const keepAndCommit = async (
  connection: Connection,
  { userId, key }: RecordId,
  kept: KeptReply,
  lastWrites: (() => Promise<unknown>)[] = [],
): Promise<void> => {
  const outcomes = await inOnePacket(connection, () =>
    Promise.allSettled([
      ...lastWrites.map((write) => write()),
      insert(connection, { userId, key, ...kept }),
      connection.$client.query('COMMIT').then(({ command }) => {
        // PostgreSQL's COMMIT of a failed transaction answers ROLLBACK.
        if (command !== 'COMMIT') throw new Error(`The change was not committed: ${command}`)
      }),
    ]),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** @returns how many were deleted */
export const deleteOldRecords = async (executor: Database | Connection): Promise<number> => {
  const { userId, key, status, createdAt } = idempotencyRecords
  const expired = [
    lt(createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
    and(eq(status, 404), lt(createdAt, sql`now() - make_interval(mins => ${NOT_FOUND_KEPT_MINUTES})`)),
  ]
  let total = 0
  for (const condition of expired) {
    let deleted: number
    do {
      const some = executor
        .select({ userId, key })
        .from(idempotencyRecords)
        .where(condition)
        .limit(DELETED_AT_ONCE)
      const { rowCount } = await executor
        .delete(idempotencyRecords)
        .where(inArray(sql`(${userId}, ${key})`, some))
      deleted = rowCount ?? 0
      total += deleted
    } while (deleted === DELETED_AT_ONCE)
  }
  return total
}
