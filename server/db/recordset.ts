import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/** Passes rows as one JSON parameter, so that thousands are one statement. Every name in the SQL comes from the schema. */
export type RecordColumn = {
  property: string
  name: string
  type: string
}

export const recordColumns = (table: PgTable, properties: readonly string[]): RecordColumn[] => {
  const columns = getTableColumns(table)
  return properties.flatMap((property) => {
    const column = columns[property]
    return column === undefined ? [] : [{ property, name: quoted(column.name), type: column.getSQLType() }]
  })
}

/** Selects the rows of parameter $1, with the table's column names. */
export const selectRecords = (columns: readonly RecordColumn[]): string => `
  select ${columns.map(({ property, name }) => `given.${quoted(property)} as ${name}`).join(', ')}
    from json_to_recordset($1::json)
      as given (${columns.map(({ property, type }) => `${quoted(property)} ${type}`).join(', ')})`

export const tableName = (table: PgTable): string => quoted(getTableConfig(table).name)

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
