import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { errorText } from '#server/error-text.ts'

/**
 * The database cannot work now but may later: 503. During a COMMIT the change may or may not be made; that reply is
 * never kept, so the same key asks again.
 */
export class DatabaseTrouble extends Error {
  readonly code: TroubleCode

  constructor(code: TroubleCode, cause: unknown) {
    super(`The database is in trouble: ${errorText(cause)}`, { cause })
    this.name = 'DatabaseTrouble'
    this.code = code
  }
}

/** `busy`: no lock or connection in time. `unavailable`: no answer. `too_slow`: a search took too long for its own reasons. */
export type TroubleCode = 'busy' | 'unavailable' | 'disk_full' | 'too_slow'

export const asTrouble = (error: unknown): unknown => {
  if (error instanceof DatabaseTrouble) return error
  const code = troubleOf(error)
  return code === undefined ? error : new DatabaseTrouble(code, error)
}

/** Whether PostgreSQL ended the statement at its time limit. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.code === QUERY_CANCELED
    : error instanceof Error && error.cause !== undefined && wasCancelled(error.cause)

const QUERY_CANCELED = '57014'

function troubleOf(error: unknown): TroubleCode | undefined {
  // The query builder wraps PostgreSQL's errors.
  if (error instanceof DrizzleQueryError) return troubleOf(error.cause)
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError) return BY_SQL_STATE[code] ?? BY_SQL_STATE[code.slice(0, 2)]
  return SYSTEM_CODES.includes(code) ? 'unavailable' : BY_MESSAGE[error.message]
}

/** PostgreSQL codes or their two-letter class (manual, appendix A). */
const BY_SQL_STATE: Record<string, TroubleCode> = {
  '55P03': 'busy', // lock_not_available: lock_timeout
  [QUERY_CANCELED]: 'busy', // statement_timeout
  '40P01': 'busy', // deadlock_detected
  '40001': 'busy', // serialization_failure
  '53': 'busy', // insufficient_resources, such as too many connections
  '53100': 'disk_full',
  '08': 'unavailable', // connection_exception
  '57': 'unavailable', // operator_intervention: shutting down, starting, restarting after a crash
  '58': 'unavailable', // system_error, such as io_error
  '25006': 'unavailable', // read_only_sql_transaction: a standby
  '25P03': 'unavailable', // idle_in_transaction_session_timeout
}

const SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** pg's own errors have no codes; database-trouble.test.ts provokes these. */
const BY_MESSAGE: Record<string, TroubleCode> = {
  'timeout exceeded when trying to connect': 'busy', // Every connection of the pool is taken.
  'Query read timeout': 'unavailable',
  'Connection terminated due to connection timeout': 'unavailable',
  'Connection terminated': 'unavailable',
  'Connection terminated unexpectedly': 'unavailable',
  'Client has encountered a connection error and is not queryable': 'unavailable',
  'Client was closed and is not queryable': 'unavailable',
  'Cannot use a pool after calling end on the pool': 'unavailable',
}
