import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from './database.ts'
import { asTrouble, DatabaseTrouble } from './trouble.ts'

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

/** Runs reads at one moment: separate statements would each see newer commits. */
export const inSnapshot = <T>(database: Database, read: (connection: Connection) => Promise<T>): Promise<T> =>
  withConnection(database, async (connection) => {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
    const [, result] = await together(connection, () =>
      Promise.all([connection.$client.query(begin), read(connection)]),
    )
    await connection.$client.query('COMMIT')
    return result
  })

/**
 * Sends the statements of `send` in one packet, as a packet costs more than most statements. Each sees what was
 * committed before it began; after a failure PostgreSQL refuses the rest, COMMIT included.
 */
export const together = <T>(connection: Connection, send: () => T): T => {
  const { stream } = connection.$client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/**
 * Prepares a statement once per connection. `name` must be unique in the program, and its text constant.
 * @throws DatabaseTrouble, beside PostgreSQL's own errors
 */
export const statement =
  <Row extends pg.QueryResultRow, Values extends unknown[] = []>(name: string, text: string) =>
  async (executor: Database | Connection, ...values: Values): Promise<Row[]> =>
    (await executor.$client.query<Row>({ name, text, values }).catch(throwTrouble)).rows

const throwTrouble = (error: unknown): never => {
  throw asTrouble(error)
}
