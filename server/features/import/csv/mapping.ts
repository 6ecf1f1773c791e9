import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Strict } from '#contract/endpoint.ts'
import { CodedError } from '#server/coded-error.ts'
import type { ImportKind } from '#server/features/import/kinds/fields.ts'
import { IMPORT_KINDS, type ImportKindName } from '#server/features/import/kinds/import-kinds.ts'

/** Maps someone else's CSV columns to ours. JSON, so that it can be kept and reviewed; docs/import.md has examples. */

const Text = Type.String({ maxLength: 500 })
const Constant = Type.Union([Text, Type.Number(), Type.Boolean(), Type.Null(), Type.Array(Text)])

const ColumnMapping = Strict({
  from: Type.Optional(Text),
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
  columns: Type.Record(Text, Type.Union([Text, ColumnMapping]), { minProperties: 1 }),
})

export type Mapping = {
  delimiter?: string
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
      typeof from === 'string' ? { from } : from,
    ]),
  )
  const faults = [...columns].flatMap(([column, mapped]) => [
    ...(kind.fields.some((field) => field.column === column) ? [] : [`columns.${column}: no such column`]),
    ...contradictionsOf(mapped).map((fault) => `columns.${column}: ${fault}`),
  ])
  if (faults.length > 0) throw invalid(name, faults)
  return { ...(file.delimiter === undefined ? {} : { delimiter: file.delimiter }), columns }
}

function contradictionsOf(mapped: ColumnMapping): string[] {
  const { from, constant, split, part, least } = mapped
  return [
    ...((from === undefined) === (constant === undefined) ? ['has either "from" or "constant"'] : []),
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
