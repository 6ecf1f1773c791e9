import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from './database.ts'
import { asTrouble, DatabaseTrouble } from './trouble.ts'

/** One connection of the pool, taken for a transaction: for Drizzle's builder and, by `$client`, for plain statements. */
export type Connection = NodePgDatabase & { $client: pg.PoolClient }

/** Drizzle's session of a pooled connection lives as long as the connection: to build one takes 10 µs. */
const sessions = new WeakMap<pg.PoolClient, Connection>()

/**
 * Takes a connection for `work`, which begins and ends its own transaction. What is still open when it throws is rolled
 * back. A connection that does not answer, or cannot roll back, is thrown away: a late answer must not be taken for the
 * next statement's.
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

/** Runs reads that must see one moment: several statements would otherwise each see what was committed by its own beginning. */
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
 * Sends what `send` asks for in one packet and without waiting in between; the answers come in the same order, each
 * statement seeing what was committed before it began. A packet costs more than most statements do. After one that
 * fails, PostgreSQL refuses the rest of the transaction, its COMMIT included.
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
 * A statement that PostgreSQL parses and plans once for each connection. `name` must be unique in the program: the
 * text under a name never changes.
 * @throws DatabaseTrouble, beside PostgreSQL's own errors
 */
export const statement =
  <Row extends pg.QueryResultRow, Values extends unknown[] = []>(name: string, text: string) =>
  async (executor: Database | Connection, ...values: Values): Promise<Row[]> =>
    (await executor.$client.query<Row>({ name, text, values }).catch(throwTrouble)).rows

const throwTrouble = (error: unknown): never => {
  throw asTrouble(error)
}
