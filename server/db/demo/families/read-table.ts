import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Static, TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Parsed = { record: Record<string, string>; info: { lines: number } }

/**
 * Rows of a CSV file whose columns are the schema's properties. Lists are separated by semicolons, yes and no are
 * booleans, and an empty cell leaves the property out.
 *
 * @throws Error naming the file and line, for a row that does not fit the schema or that `use` refuses
 */
export function readTable<Row extends TObject, Used>(
  file: string,
  schema: Row,
  use: (row: Static<Row>) => Used,
): Used[] {
  const checked = Compile(schema)
  return recordsOf(file).map(({ record, info }) => {
    try {
      const row = Object.fromEntries(
        Object.entries(record)
          .filter(([, cell]) => cell !== '')
          .map(([column, cell]) => [column, cellValue(cell, columnOf(schema, column))]),
      )
      const [fault] = checked.Errors(row)
      if (fault) throw new Error(`${fault.instancePath.slice(1).replace('/', ' ')} ${fault.message}`.trim())
      return use(row as Static<Row>)
    } catch (error) {
      throw placed(file, `line ${info.lines}: ${textOf(error)}`)
    }
  })
}

function recordsOf(file: string): Parsed[] {
  try {
    return parse(readFileSync(file), { bom: true, columns: true, info: true, trim: true })
  } catch (error) {
    throw placed(file, textOf(error))
  }
}

function columnOf({ properties }: TObject, name: string): TSchema {
  const column = properties[name]
  if (column === undefined) throw new Error(`there is no column "${name}"`)
  return column
}

function cellValue(cell: string, column: TSchema): unknown {
  const type = 'type' in column ? column.type : undefined
  if (type === 'array') return cell.split(';').map((part) => part.trim())
  if (type === 'boolean') return cell === 'yes' || (cell === 'no' ? false : cell)
  return type === 'string' ? cell : Number(cell)
}

const placed = (file: string, fault: string): Error => new Error(`${basename(file)}, ${fault}`)
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
