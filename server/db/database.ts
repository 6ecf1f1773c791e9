import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A pool for Drizzle's query builder and, on the hot paths, for statements by hand (statement.ts). */
export type Database = NodePgDatabase & { $client: pg.Pool }

const INT8_OID = 20
/** Longer than our slowest statement under load, shorter than the 15 s after which devices give up. */
const STATEMENT_TIMEOUT_MS = 10_000
/** If PostgreSQL has not cancelled a statement by this much later, the connection is discarded as hung. */
const ANSWER_MARGIN_MS = 1_000
/** Holders of a row lock finish in milliseconds or are stuck. */
const LOCK_TIMEOUT_MS = 3_000
/** A process stopped mid-transaction must not keep its locks for long. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000

// bigint (also count() and sum(integer)) arrives as text. Ours fit a double exactly; one that does not is an error,
// never rounded. numeric stays text: cast it in SQL.
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
  connectTimeoutMs?: number
  onIdleError?: (error: Error) => void
}

/** Connects at the first statement. Sessions use UTC. */
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
    // Statements that do not wait for each other share a packet: see `together`.
    pipeline: true,
  })
  // Without a listener a database restart would end the process.
  pool.on('error', onIdleError)
  // Also between two statements of a transaction: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return drizzle(pool)
}

export const closeDatabase = async (database: Database): Promise<void> => {
  if (!database.$client.ended) await database.$client.end()
}
