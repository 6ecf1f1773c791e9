import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

/** With named parameters (`:limit`, `:classes[2]`), for text built from parts: each variant takes only those it contains. */
export const namedStatement = <Row extends pg.QueryResultRow, Values extends Record<string, unknown>>(
  name: string,
  text: string,
): ((executor: Database | Connection, values: Values) => Promise<Row[]>) => {
  const parameters: { name: string; place: string | undefined; written: string }[] = []
  const numbered = text.replace(
    /(?<!:):([a-zA-Z]\w*)(?:\[(\d+)\])?/g,
    (written, name: string, place?: string) => {
      if (!parameters.some((one) => one.written === written)) parameters.push({ name, place, written })
      return `$${parameters.findIndex((one) => one.written === written) + 1}`
    },
  )
  const run = statement<Row, unknown[]>(name, numbered)
  return (executor, values) =>
    run(
      executor,
      ...parameters.map(({ name: parameter, place }) =>
        place === undefined ? values[parameter] : (values[parameter] as readonly unknown[])[Number(place)],
      ),
    )
}
