import type pg from 'pg'
import type { Database } from './database.ts'
import type { Connection } from './transaction.ts'
import { asTrouble } from './trouble.ts'

/**
 * A statement by hand, for the hot paths and for what Drizzle's builder cannot say; tests/architecture/sql.test.ts lists
 * them. Prepared once per connection, so `name` must be unique in the program and its text constant.
 *
 * Parameters have names (`:limit`, `:classes[2]`); a text built from parts takes only those that it contains.
 * @throws DatabaseTrouble, beside PostgreSQL's own errors
 */
export const statement = <
  Row extends pg.QueryResultRow,
  Values extends Record<string, unknown> | undefined = undefined,
>(
  name: string,
  text: string,
) => {
  const parameters: Parameter[] = []
  const numbered = text.replace(PARAMETER, (written, key: string, place?: string) => {
    if (!parameters.some((one) => one.written === written)) parameters.push({ key, place, written })
    return `$${parameters.findIndex((one) => one.written === written) + 1}`
  })
  const listOf = (values: Record<string, unknown> = {}): unknown[] =>
    parameters.map(({ key, place }) =>
      place === undefined ? values[key] : (values[key] as readonly unknown[])[Number(place)],
    )
  return async (
    executor: Database | Connection,
    ...[values]: Values extends undefined ? [] : [values: Values]
  ): Promise<Row[]> => {
    const query = { name, text: numbered, values: listOf(values) }
    const { rows } = await executor.$client.query<Row>(query).catch((error: unknown) => {
      throw asTrouble(error)
    })
    return rows
  }
}

/**
 * A statement by Drizzle's builder for the hot paths, since building one takes longer than most take to run. Built and
 * prepared once per connection, so `name` must be unique; sent at once, as one by hand is.
 * @param build takes what differs between calls as `sql.placeholder`, never from outside: it would stay
 */
export const prepared = <Result>(
  name: string,
  build: (executor: Database | Connection) => { prepare: (name: string) => Prepared<Result> },
) => {
  const known = new WeakMap<Database | Connection, Prepared<Result>>()
  return (executor: Database | Connection, values: Record<string, unknown>): Promise<Result> => {
    const ready = known.get(executor) ?? build(executor).prepare(name)
    known.set(executor, ready)
    return ready.execute(values)
  }
}

type Prepared<Result> = { execute: (values: Record<string, unknown>) => Promise<Result> }

type Parameter = { key: string; place: string | undefined; written: string }

const PARAMETER = /(?<!:):([a-zA-Z]\w*)(?:\[(\d+)\])?/g
