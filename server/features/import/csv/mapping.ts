import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Strict } from '#contract/endpoint.ts'
import { CodedError } from '#server/coded-error.ts'
import type { Field, ImportKind } from '#server/features/import/kinds/fields.ts'
import { IMPORT_KINDS, type ImportKindName } from '#server/features/import/kinds/import-kinds.ts'
import type { DecimalMark } from '#server/features/import/kinds/numbers.ts'
import { ENCODINGS, type Encoding } from './csv-encoding.ts'

/** Maps someone else's CSV columns to ours. JSON, so that it can be kept and reviewed; docs/import.md has examples. */

const Text = Type.String({ maxLength: 500 })
const Constant = Type.Union([Text, Type.Number(), Type.Boolean(), Type.Null(), Type.Array(Text)])

const Decimal = Type.Unsafe<DecimalMark>({ type: 'string', enum: ['.', ','] })

const ColumnMapping = Strict({
  /** A column, or several: a value each of a list, or one text with `join` between them. */
  from: Type.Optional(Type.Union([Text, Type.Array(Text, { minItems: 1, maxItems: 20 })])),
  join: Type.Optional(Type.String({ maxLength: 20 })),
  /** The same for every row; null and [] count as an empty cell. */
  constant: Type.Optional(Constant),
  /** Separates a list's values, or the parts for `part`. */
  split: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  /** 1 is the first, -1 the last. */
  part: Type.Optional(Type.Integer({ minimum: -20, maximum: 20 })),
  /** With `part`: cells of fewer parts count as empty. */
  least: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Values for whole texts. */
  values: Type.Optional(Type.Record(Text, Text)),
  /** Values for beginnings of texts; the longest wins. */
  startsWith: Type.Optional(Type.Record(Text, Text)),
  /** For text in neither; by default it stays. */
  otherwise: Type.Optional(Text),
  /** The decimal mark of its numbers; otherwise the file's. */
  decimal: Type.Optional(Decimal),
  /** The file has it in per cent. */
  percent: Type.Optional(Type.Boolean()),
  /** True: only set on new rows. */
  whenAdded: Type.Optional(Type.Boolean()),
  /** For the next reader. */
  note: Type.Optional(Type.String()),
})
export type ColumnMapping = Static<typeof ColumnMapping>

const MappingFile = Strict({
  for: Type.Enum(Object.keys(IMPORT_KINDS)),
  about: Type.Optional(Type.String()),
  delimiter: Type.Optional(Type.Enum([',', ';', '\t', '|'])),
  encoding: Type.Optional(Type.Unsafe<Encoding>({ type: 'string', enum: ENCODINGS })),
  decimal: Type.Optional(Decimal),
  /** Line of the header, from 1; otherwise the first with all columns. */
  headerLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Beginnings of rows that are no data: totals, a second header. */
  skipRows: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })),
  columns: Type.Record(Text, Type.Union([Text, ColumnMapping]), { minProperties: 1 }),
})

export type Mapping = Omit<Static<typeof MappingFile>, 'columns'> & {
  columns: Map<string, ColumnMapping>
}

const checked = Compile(MappingFile)
const checkedColumn = Compile(ColumnMapping)

/** @throws CodedError `mapping_invalid`, naming every fault */
export const parseMapping = (json: string, name: string, kindName: ImportKindName): Mapping => {
  const file = parseJson(json, name)
  if (!checked.Check(file)) throw invalid(name, shapeFaults(file))
  const kind: ImportKind = IMPORT_KINDS[kindName]
  if (file.for !== kindName) throw invalid(name, [`it is for ${file.for}, not for ${kindName}`])
  const columns = new Map(
    Object.entries(file.columns).map(([column, from]) => [
      column,
      { ...(file.decimal && { decimal: file.decimal }), ...(typeof from === 'string' ? { from } : from) },
    ]),
  )
  const faults = [...columns].flatMap(([column, mapped]) => [
    ...(kind.fields.some((field) => field.column === column) ? [] : [`columns.${column}: no such column`]),
    ...contradictionsOf(
      mapped,
      kind.fields.find((field) => field.column === column),
    ).map((fault) => `columns.${column}: ${fault}`),
  ])
  if (faults.length > 0) throw invalid(name, faults)
  return { ...file, columns }
}

function contradictionsOf(mapped: ColumnMapping, field: Field | undefined): string[] {
  const { from, constant, split, part, least } = mapped
  const isSeveral = Array.isArray(from)
  return [
    ...((from === undefined) === (constant === undefined) ? ['has either "from" or "constant"'] : []),
    ...(isSeveral && !field?.list && mapped.join === undefined ? ['several columns need "join"'] : []),
    ...(mapped.join !== undefined && (!isSeveral || field?.list)
      ? ['"join" goes with several columns of a text']
      : []),
    ...(mapped.percent && !field?.percent ? ['it is not a rate, so not in per cent'] : []),
    ...(part === 0 ? ['"part" counts from 1, or from -1 backwards'] : []),
    ...(part !== undefined && split === undefined ? ['"part" needs "split"'] : []),
    ...(least !== undefined && part === undefined ? ['"least" needs "part"'] : []),
    ...(from === undefined && (split ?? mapped.values ?? mapped.startsWith ?? mapped.otherwise) !== undefined
      ? ['a constant is not split or looked up']
      : []),
  ]
}

function parseJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw invalid(name, [error instanceof Error ? error.message : 'it is not JSON'])
  }
}

/** TypeBox only says that no member of a union fits: check the intended one. */
function shapeFaults(file: unknown): string[] {
  const faults = checked.Errors(file).map(({ instancePath, message }) => ({ path: instancePath, message }))
  const own = faults.filter(({ path }) => !/^\/columns\/[^/]+/.test(path))
  const columns = isRecord(file) && isRecord(file.columns) ? file.columns : {}
  const inner = Object.entries(columns).flatMap(([column, mapped]) => {
    if (typeof mapped === 'string' || checkedColumn.Check(mapped)) return []
    if (!isRecord(mapped)) return [`columns.${column}: is a column's name or an object`]
    const known = Object.keys(ColumnMapping.properties)
    const unknown = Object.keys(mapped).filter((key) => !known.includes(key))
    const wrong = checkedColumn
      .Errors(mapped)
      .filter(({ instancePath }) => instancePath !== '')
      .map(({ instancePath, message }) => `columns.${column}${dotted(instancePath)} ${message}`)
    return [...unknown.map((key) => `columns.${column}.${key}: no such setting`), ...wrong]
  })
  const outer = own.map(({ path, message }) => `${dotted(path).slice(1) || 'the file'} ${message}`)
  return [...new Set([...outer, ...inner])]
}

const dotted = (path: string): string => path.replaceAll('/', '.')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function invalid(name: string, faults: string[]): CodedError {
  return new CodedError('mapping_invalid', `The mapping ${name} is not valid: ${faults.join('; ')}.`)
}
