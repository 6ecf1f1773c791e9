import { unguarded } from '#domain/csv.ts'
import { CodedError } from '#server/coded-error.ts'
import {
  type ImportKind,
  type ImportRow,
  LIST_SEPARATOR,
  propertyOf,
} from '#server/features/import/kinds/fields.ts'
import type { NumberForm } from '#server/features/import/kinds/numbers.ts'
import { clip, type Problem, type Warning } from '#server/features/import/problems.ts'
import type { Mapping } from './mapping.ts'
import { type Column, readCell, trim } from './read-cell.ts'

/** Reads a row's cells, or reports all their faults. */
export type RowReader = {
  properties: string[]
  /** Only set on new rows. */
  whenAdded: string[]
  unusedColumns: string[]
  /** `rest`: the row without the cells that cannot be read, where that leaves one. */
  read: (
    cells: readonly string[],
  ) => { row: ImportRow; warnings: Warning[] } | { problems: Problem[]; rest?: ImportRow }
}

export type RowReaderParts = {
  kind: ImportKind
  header: readonly string[]
  mapping: Mapping | undefined
  delimiter: string
}

/**
 * @throws CodedError `bad_header`, `duplicate_column`, `missing_column`, `mapping_column_missing`, `mapping_invalid`,
 * `password_column`
 */
export const rowReader = ({ kind, header, mapping, delimiter }: RowReaderParts): RowReader => {
  const names = header.map(nameOf)
  requireHeader(names)
  const decimal: NumberForm | undefined = delimiter === ';' ? 'either' : undefined
  const columns = (
    mapping === undefined ? columnsByName(kind, names) : mappedColumns(kind, names, mapping)
  ).map((column): Column => ({ ...column, mapped: { decimal, ...column.mapped } }))
  requireOnce(columns, names)
  requireColumns(kind, columns, names)
  const constants = readConstants(columns)
  const derived = derivedOf(kind, columns)
  const used = new Set(columns.flatMap(({ at }) => at))
  const keyAt = columns.find(({ property }) => property === kind.key[0])?.at[0]

  return {
    properties: [...columns.map(({ property }) => property), ...(derived?.properties ?? [])],
    whenAdded: columns.filter(({ mapped }) => mapped.whenAdded).map(({ property }) => property),
    unusedColumns: names.filter((name, at) => name !== '' && !used.has(at)),
    read: (cells) => {
      const problems = raggedProblems(cells, names)
      const warnings: Warning[] = []
      const key = trim(cells[keyAt ?? 0] ?? '')
      if (TOTAL.test(key) || isSecondHeader(key, cells)) return { problems: [endOfReport(cells)] }
      if (problems.length > 0) return { problems: isEndOfReport(cells) ? [endOfReport(cells)] : problems }
      const row: ImportRow = { ...constants }
      for (const column of columns) {
        if (column.at.length === 0) continue
        const cell = readCell(
          column,
          column.at.map((at) => trim(unguarded(cells[at] ?? ''))),
        )
        if ('problem' in cell) problems.push(cell.problem)
        else row[column.property] = cell.value
        if ('warning' in cell && cell.warning) warnings.push(cell.warning)
      }
      if (problems.length > 0)
        return isEndOfReport(cells) ? { problems: [endOfReport(cells)] } : { problems, rest: row }
      if (derived !== undefined) Object.assign(row, derived.read(String(row[derived.from] ?? '')))
      const against = contradictionProblems(kind, row, columns)
      return against.length > 0 ? { problems: against } : { row, warnings }
    },
  }
}

/** Whether a row is this kind's header: it has all the columns that the mapping, or else the kind, needs. */
export const isHeader = (
  kind: ImportKind,
  mapping: Mapping | undefined,
  cells: readonly string[],
): boolean => {
  const names = cells.map(nameOf)
  if (mapping !== undefined) return sourcesOf(mapping).every((from) => names.includes(from))
  const known = columnsByName(kind, names).map(({ property }) => property)
  return kind.fields.every((field) => !field.required || known.includes(propertyOf(field)))
}

/** People break the lines of headings: "Credit\nlimit" is the column "Credit limit". */
const nameOf = (cell: string): string => trim(cell.replace(/ *[\r\n]+ */g, ' '))

const sourcesOf = (mapping: Mapping): string[] =>
  [...mapping.columns.values()].flatMap(({ from }) => from ?? [])

/** Rows that a report prints under its table. */
const TOTAL = /^(?:(?:grand|report|sub)[ -]?)?totals?:?$/i
const END_OF_REPORT =
  /^\W*(?:(?:(?:grand|report|sub)[ -]?)?totals?\b.{0,40}|end(?: of (?:report|file|data|list))?|(?:\d[\d,]* )?(?:rows?|records?|items?|lines?)\b.{0,40})\W*$/i

/** Such as SAP Business One's, with other names than the first: "Item No." below "ItemCode". */
const HEADING =
  /^(?:item|stock|product|part|article|account|acc|a\/c|customer|client|card|bp)[ _-]?(?:no|num|number|code|id|ref|reference)\.?$/i

const isSecondHeader = (key: string, cells: readonly string[]): boolean =>
  HEADING.test(key) && !cells.some((cell) => /\d/.test(cell))

const filledOf = (cells: readonly string[]): string[] => cells.map(trim).filter((cell) => cell !== '')

/** For rows that cannot be read anyway: "Total" also begins a brand of yoghurt. */
const isEndOfReport = (cells: readonly string[]): boolean => {
  const filled = filledOf(cells)
  return filled.length <= 3 && END_OF_REPORT.test(filled.join(' '))
}

const endOfReport = (cells: readonly string[]): Problem => ({
  code: 'end_of_report',
  column: null,
  value: clip(filledOf(cells).join(' ')),
  why: 'It looks like a header or the end of a report, not a row. Take it out of the file, or name its beginning in the mapping: "skipRows".',
})

function requireHeader(names: string[]): void {
  const broken = names.find((name) => /[\p{Cc}\ufffd]/u.test(name) || name.length > 200)
  if (broken !== undefined) {
    throw new CodedError('bad_header', `The first line is not a header: it has a column "${clip(broken)}".`)
  }
}

/** Columns that are not read may have one name, such as several addresses. */
function requireOnce(columns: Column[], names: string[]): void {
  const read = new Set(columns.flatMap(({ at }) => at.flatMap((place) => names[place] ?? [])))
  const twice = [...read].filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice.length > 0) {
    throw new CodedError('duplicate_column', `The header has these columns twice: ${listed(twice)}.`)
  }
}

function columnsByName(kind: ImportKind, names: string[]): Column[] {
  const columns = new Set(kind.fields.map(({ column }) => column))
  return kind.fields.flatMap((field) => {
    const own = names.indexOf(field.column)
    // The files that our own pages export name some columns as the app does.
    const at = own === -1 && !columns.has(propertyOf(field)) ? names.indexOf(propertyOf(field)) : own
    return at === -1
      ? []
      : [{ field, property: propertyOf(field), mapped: {}, at: [at], name: names[at] ?? field.column }]
  })
}

function mappedColumns(kind: ImportKind, names: string[], mapping: Mapping): Column[] {
  const missing = sourcesOf(mapping).filter((from) => !names.includes(from))
  if (missing.length > 0) {
    throw new CodedError(
      'mapping_column_missing',
      `The mapping names columns that the file does not have: ${listed(missing)}. It has: ${listed(names)}.`,
    )
  }
  return kind.fields.flatMap((field) => {
    const mapped = mapping.columns.get(field.column)
    if (mapped === undefined) return []
    const sources = [mapped.from ?? []].flat()
    const at = sources.map((from) => names.indexOf(from))
    return [{ field, property: propertyOf(field), mapped, at, name: sources.join(' + ') || field.column }]
  })
}

function requireColumns(kind: ImportKind, columns: Column[], names: string[]): void {
  const password = kind.key.includes('email') ? names.find(isPassword) : undefined
  if (password !== undefined) {
    throw new CodedError(
      'password_column',
      `The file has a column "${clip(password)}". Passwords are not read from files: take it out; use password_hash, --passwords, or let people choose one by "forgotten password".`,
    )
  }
  const properties = columns.map(({ property }) => property)
  const twice = columns.filter(({ property }, at) => properties.indexOf(property) !== at)
  if (twice.length > 0) {
    const both = columns.filter(({ property }) => twice.some((column) => column.property === property))
    throw new CodedError(
      'duplicate_column',
      `These columns say the same thing, keep one: ${listed(both.map(({ field }) => field.column))}.`,
    )
  }
  const lacking = kind.fields.filter((field) => field.required && !properties.includes(propertyOf(field)))
  const missing = [...new Set(lacking.map(propertyOf))].map((property) =>
    lacking.flatMap((field) => (propertyOf(field) === property ? [field.column] : [])).join(' or '),
  )
  if (missing.length > 0) {
    throw new CodedError(
      'missing_column',
      `The file lacks columns: ${listed(missing)}. It has: ${listed(names)}. If they have other names there, write a mapping file (docs/import.md).`,
    )
  }
}

const isPassword = (name: string): boolean => /^(user_?)?(password|passwd|pwd)$/i.test(name)

function readConstants(columns: Column[]): ImportRow {
  const row: ImportRow = {}
  for (const column of columns) {
    const { constant } = column.mapped
    if (constant === undefined) continue
    const text = Array.isArray(constant)
      ? constant.join(column.mapped.split ?? LIST_SEPARATOR)
      : String(constant ?? '')
    const cell = readCell(column, [text])
    if ('problem' in cell) {
      throw new CodedError(
        'mapping_invalid',
        `The mapping is not valid: columns.${column.name}: ${cell.problem.why}`,
      )
    }
    row[column.property] = cell.value
  }
  return row
}

/** Only where the file has none of these columns. */
function derivedOf({ derived }: ImportKind, columns: Column[]): ImportKind['derived'] {
  const properties = columns.map(({ property }) => property)
  if (derived === undefined || !properties.includes(derived.from)) return undefined
  return derived.properties.some((property) => properties.includes(property)) ? undefined : derived
}

function raggedProblems(cells: readonly string[], names: string[]): Problem[] {
  if (cells.length === names.length) return []
  const isShort = cells.length < names.length
  const why = `The row has ${cells.length} cells and the header ${names.length}.`
  return [
    isShort
      ? { code: 'too_few_cells', column: null, value: clip(cells.join(',')), why }
      : {
          code: 'too_many_cells',
          column: null,
          value: clip(cells.join(',')),
          why: `${why} A cell with a comma in it must be quoted.`,
        },
  ]
}

function contradictionProblems(kind: ImportKind, row: ImportRow, columns: Column[]): Problem[] {
  return (kind.contradictions?.(row) ?? []).map(({ column, why }) => ({
    code: 'contradiction',
    column: columns.find(({ field }) => field.column === column)?.name ?? column,
    value: null,
    why,
  }))
}

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, 20).map((name) => clip(name) || '""')
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}
