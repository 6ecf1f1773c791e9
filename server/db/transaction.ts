import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from './database.ts'
import { asTrouble, DatabaseTrouble, wasCancelled } from './trouble.ts'

/** A pooled connection for one transaction: Drizzle's builder and, by `$client`, plain statements. */
export type Connection = NodePgDatabase & { $client: pg.PoolClient }

/** Cached with the connection, as building a session takes 10 µs. */
const sessions = new WeakMap<pg.PoolClient, Connection>()

/**
 * Takes a connection for `work`, which begins and ends its own transaction; rolls back if it throws. A connection that
 * does not answer or cannot roll back is discarded, lest a late answer pass for the next one's.
 * @throws DatabaseTrouble
 */
export const withConnection = async <T>(
  database: Database,
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const client = await database.$client.connect().catch(throwTrouble)
  const connection = sessions.get(client) ?? drizzle(client)
  sessions.set(client, connection)
  let broken = false
  try {
    return await work(connection)
  } catch (error) {
    const thrown = asTrouble(error)
    broken = thrown instanceof DatabaseTrouble && thrown.code === 'unavailable'
    if (!broken) {
      await client.query('ROLLBACK').catch(() => {
        broken = true
      })
    }
    throw thrown
  } finally {
    client.release(broken)
  }
}

/** Commits what `work` writes, all or nothing. */
export const inTransaction = <T>(
  database: Database,
  work: (connection: Connection) => Promise<T>,
): Promise<T> =>
  withConnection(database, async (connection) => {
    await connection.$client.query('BEGIN')
    const result = await work(connection)
    await connection.$client.query('COMMIT')
    return result
  })

/** Rolls back what `work` writes, and returns its result: it tells what the work would do. */
export const inTrial = <T>(database: Database, work: (connection: Connection) => Promise<T>): Promise<T> =>
  withConnection(database, async (connection) => {
    await connection.$client.query('BEGIN')
    const result = await work(connection)
    await connection.$client.query('ROLLBACK')
    return result
  })

/**
 * Runs `work` on one instance at a time, outside a transaction.
 * @param lock our advisory lock's number
 * @returns undefined where another instance has it
 */
export const withLock = <T>(
  database: Database,
  lock: readonly [number, number],
  work: (connection: Connection) => Promise<T>,
): Promise<T | undefined> =>
  withConnection(database, async (connection) => {
    const { $client } = connection
    const tried = 'SELECT pg_try_advisory_lock($1, $2) AS got'
    const { rows } = await $client.query<{ got: boolean }>(tried, [...lock])
    if (rows[0]?.got !== true) return undefined
    try {
      return await work(connection)
    } finally {
      await $client.query('SELECT pg_advisory_unlock($1, $2)', [...lock])
    }
  })

/**
 * Runs reads at one moment: separate statements would each see newer commits.
 * @param statementWithinMs shorter than that of every statement
 */
export const inSnapshot = <T>(
  database: Database,
  read: (connection: Connection) => Promise<T>,
  statementWithinMs?: number,
): Promise<T> =>
  withConnection(database, async (connection) => {
    const { $client } = connection
    const result = await inOnePacket(connection, () =>
      Promise.all([
        $client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
        statementWithinMs && $client.query(`SET LOCAL statement_timeout = ${statementWithinMs}`),
        read(connection),
      ]),
    )
    // Nobody waits for it: the reads are done, and the connection's next statement queues behind it. A lost connection fails that one too.
    $client.query('COMMIT').catch(() => {})
    return result[2]
  })

/** Longer than any search of a wholesaler's own list took. */
const SEARCH_WITHIN_MS = 3_000

/** Searches a list by typed text, which may ask for anything. @throws DatabaseTrouble `too_slow` */
export const inSearch = async <T>(
  database: Database,
  search: (connection: Connection) => Promise<T>,
  withinMs = SEARCH_WITHIN_MS,
): Promise<T> => {
  try {
    return await inSnapshot(database, search, withinMs)
  } catch (error) {
    throw wasCancelled(error) ? new DatabaseTrouble('too_slow', error) : error
  }
}

/**
 * Sends the statements of `send` in one packet, as a packet costs more than most statements. Each sees what was
 * committed before it began; after a failure PostgreSQL refuses the rest, COMMIT included.
 */
export const inOnePacket = <T>(connection: Connection, send: () => T): T => {
  const { stream } = connection.$client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

const throwTrouble = (error: unknown): never => {
  throw asTrouble(error)
}
