import { isSeveralLines } from '#domain/typed-text.ts'
import type { CellForm } from '#server/features/import/kinds/cells.ts'
import { type Field, LIST_SEPARATOR } from '#server/features/import/kinds/fields.ts'
import { clip, type Problem, type Warning } from '#server/features/import/problems.ts'
import type { ColumnMapping } from './mapping.ts'

export type Column = {
  field: Field
  property: string
  mapped: Omit<ColumnMapping, keyof CellForm> & CellForm
  /** Columns of the file; none for a constant. */
  at: number[]
  name: string
}

export type Cell = { value: unknown; warning?: Warning } | { problem: Problem }

/** @param texts trimmed, of each of the file's columns */
export const readCell = (column: Column, texts: readonly string[]): Cell => {
  const { field, mapped } = column
  const filled = texts.filter((text) => text !== '')
  const whole = filled.join(mapped.join ?? SHOWN_BETWEEN)
  if (!isSeveralLines(whole)) {
    return refuse(
      column,
      whole,
      'control_character',
      'It has a NUL or another character that cannot be seen.',
    )
  }
  return field.list === undefined
    ? readOne(column, whole, lookUp(partOf(whole, mapped), mapped))
    : readList(column, whole, { filled, most: field.list.most })
}

const SHOWN_BETWEEN = ' · '

function readOne(column: Column, whole: string, text: string): Cell {
  const { field, mapped } = column
  if (text === '') return readEmpty(column, whole)
  if (field.words !== undefined && Object.hasOwn(field.words, text)) return { value: field.words[text] }
  const reading = field.read(text, mapped)
  if ('code' in reading) return refuse(column, whole, reading.code, reading.why)
  const { value, warning } = reading
  return warning === undefined
    ? { value }
    : { value, warning: { ...warning, column: column.name, value: field.secret ? null : clip(whole) } }
}

function readList(
  column: Column,
  whole: string,
  { filled, most }: { filled: readonly string[]; most: number },
): Cell {
  const { field, mapped } = column
  // Several columns are a value each: an address line may hold our separator.
  const items =
    filled.length > 1 && mapped.split === undefined
      ? filled
      : filled.flatMap((text) => listOf(mapped.part === undefined ? text : partOf(text, mapped), mapped))
  const texts = items.map((item) => lookUp(item, mapped)).filter((item) => item !== '')
  const [only] = texts
  if (only === undefined) return readEmpty(column, whole)
  if (texts.length === 1 && field.words !== undefined && Object.hasOwn(field.words, only)) {
    return { value: field.words[only] }
  }
  const values = new Set<unknown>()
  for (const item of texts) {
    const reading = field.read(item, mapped)
    if ('code' in reading) return refuse(column, whole, reading.code, reading.why)
    values.add(reading.value)
  }
  return values.size > most
    ? refuse(column, whole, 'too_many_values', `It has ${values.size} values; ${most} are allowed.`)
    : { value: [...values] }
}

const readEmpty = (column: Column, whole: string): Cell =>
  column.field.required
    ? refuse(column, whole, 'missing_value', 'It must not be empty.')
    : { value: column.field.empty }

const refuse = ({ field, name }: Column, whole: string, code: Problem['code'], why: string): Cell => ({
  problem: { code, column: name, value: field.secret ? null : clip(whole), why },
})

function partOf(whole: string, { split, part, least = 1 }: Column['mapped']): string {
  if (split === undefined || part === undefined || whole === '') return whole
  const parts = whole.split(split).map(trim)
  return parts.length < least ? '' : (parts.at(part > 0 ? part - 1 : part) ?? '')
}

const listOf = (text: string, { split, part }: Column['mapped']): string[] =>
  text.split(part === undefined ? (split ?? LIST_SEPARATOR) : LIST_SEPARATOR).map(trim)

function lookUp(text: string, { values, startsWith, otherwise }: Column['mapped']): string {
  if (values !== undefined && Object.hasOwn(values, text)) return values[text] ?? ''
  if (startsWith !== undefined) {
    const beginnings = Object.keys(startsWith).filter((beginning) => text.startsWith(beginning))
    const longest = beginnings.reduce((a, b) => (b.length >= a.length ? b : a), '')
    if (beginnings.length > 0) return startsWith[longest] ?? ''
  }
  return otherwise ?? text
}

export const trim = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  return text.slice(start, end)
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\u00a0'
