import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/**
 * The connection that repositories take: a pool, spoken to through Drizzle's query builder. For a transaction see
 * transaction.ts.
 */
export type Database = NodePgDatabase & { $client: pg.Pool }

const INT8_OID = 20
/** Longer than any statement of ours takes on a loaded machine, shorter than the 15 s after which a device gives up. */
const STATEMENT_TIMEOUT_MS = 10_000
/** PostgreSQL cuts a statement itself. This long after it should have, it is hung, and the connection is thrown away. */
const ANSWER_MARGIN_MS = 1_000
/** For one lock, such as that of a trolly's row. Whoever holds it is done in milliseconds, or stuck. */
const LOCK_TIMEOUT_MS = 3_000
/** A process that stops in the middle of a transaction must not keep its row locks for long. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000

// PostgreSQL's bigint (also what count() and sum(integer) return) comes as text by default. All of ours (ids, pence,
// counts) fit a double to the unit; one that does not is an error, never a rounded number. numeric stays text, since
// it may hold what no double can: cast it in SQL.
pg.types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53: cast it in SQL.`)
  return value
})

export type DatabaseOptions = {
  url: string
  connections?: number
  applicationName?: string
  /** 0 turns all limits off: imports and migrations. */
  statementTimeoutMs?: number
  /** For a free connection of the pool, or for a new one. */
  connectTimeoutMs?: number
  onIdleError?: (error: Error) => void
}

/** Opens nothing yet: the first statement connects. Sessions speak UTC. */
export const openDatabase = ({
  url,
  connections = 16,
  applicationName = 'trolly',
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  onIdleError = () => {},
}: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: applicationName,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
      lock_timeout: Math.min(LOCK_TIMEOUT_MS, statementTimeoutMs),
    }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    options: '-c TimeZone=UTC',
    keepAlive: true,
    // Statements sent without waiting for the one before go out at once, not one by one: see `together`.
    pipeline: true,
  })
  // Without a listener, a database that restarts would end the process with an uncaught error.
  pool.on('error', onIdleError)
  // The same for one that breaks between two statements of a transaction: the next statement fails, and says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  return drizzle(pool)
}

export const closeDatabase = async (database: Database): Promise<void> => {
  if (!database.$client.ended) await database.$client.end()
}
