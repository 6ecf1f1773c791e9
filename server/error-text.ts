import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/**
 * Errors as logs and terminals get them: without the values of statements, which hold addresses, password hashes and what
 * people wrote. The query builder puts them into its message, PostgreSQL into `detail`, `where` and some messages. Mail servers
 * repeat the recipient.
 */
export const errorText = (error: unknown): string => messageOf(error).replace(E_MAIL, '…@…')

const E_MAIL = /[^\s<>()"',;:]{1,64}@[^\s<>()"',;:]+/g

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  if (error instanceof pg.DatabaseError && error.code?.startsWith(DATA_EXCEPTION)) {
    // Such as: invalid input syntax for type date: "…"
    return error.message.replace(/(: )?".*$/s, '')
  }
  return error.message
}

/** The class of PostgreSQL's codes about a value. */
const DATA_EXCEPTION = '22'

export type LoggedError = {
  type: string
  message: string
  stack: string
  cause?: LoggedError
  errors?: LoggedError[]
  [field: string]: unknown
}

/** For pino's `err`. Fields that are not listed may hold a request's or a provider's data. */
export const loggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: errorText(error), stack: '' }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  return {
    type: error.name,
    message: errorText(error),
    stack: stackOf(error),
    ...Object.fromEntries(Object.entries(error).filter(([name]) => FIELDS.has(name))),
    ...(cause !== undefined && { cause: loggedError(cause) }),
    ...(Array.isArray(errors) && { errors: errors.map(loggedError) }),
  }
}

/** Of an error and its causes, for a terminal. */
export const traceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return errorText(error)
  const cause = error.cause === undefined ? '' : `\nCaused by: ${traceOf(error.cause)}`
  return `${stackOf(error)}${cause}`
}

const FIELDS: ReadonlySet<string> = new Set([
  'code',
  'syscall',
  'errno',
  'address',
  'port',
  'path',
  'command',
  'responseCode',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
])

/** The frames alone: a stack begins with the message as it was, line breaks included. */
const stackOf = (error: Error): string => {
  const { stack = '', message } = error
  const at = stack.indexOf(message)
  const frames = at < 0 ? '' : stack.slice(at + message.length)
  return `${error.name}: ${errorText(error)}${frames}`
}
