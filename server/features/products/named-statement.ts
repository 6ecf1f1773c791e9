import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

/** With named parameters (`:limit`), for text built from parts: each variant takes only those it contains. */
export const namedStatement = <Row extends pg.QueryResultRow, Values extends Record<string, unknown>>(
  name: string,
  text: string,
): ((executor: Database | Connection, values: Values) => Promise<Row[]>) => {
  const names: string[] = []
  const numbered = text.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter)
    return `$${names.indexOf(parameter) + 1}`
  })
  const run = statement<Row, unknown[]>(name, numbered)
  return (executor, values) => run(executor, ...names.map((parameter) => values[parameter]))
}
