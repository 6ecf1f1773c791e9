import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/**
 * Rows in bulk, as one parameter: a JSON array whose objects are the schema's properties. PostgreSQL takes it apart by
 * itself, arrays included, so that thousands of rows are one statement. Every name in the SQL is the schema's own.
 */
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

/** A SELECT of the rows in parameter $1, its columns named as the table's. */
export const selectRecords = (columns: readonly RecordColumn[]): string => `
  select ${columns.map(({ property, name }) => `given.${quoted(property)} as ${name}`).join(', ')}
    from json_to_recordset($1::json)
      as given (${columns.map(({ property, type }) => `${quoted(property)} ${type}`).join(', ')})`

export const tableName = (table: PgTable): string => quoted(getTableConfig(table).name)

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
