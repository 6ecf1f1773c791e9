import { type Field, LIST_SEPARATOR } from '#server/features/import/kinds/fields.ts'
import { clip, type Problem } from '#server/features/import/problems.ts'
import type { ColumnMapping } from './mapping.ts'

export type Column = {
  field: Field
  property: string
  mapped: ColumnMapping
  at: number | undefined
  name: string
}

export type Cell = { value: unknown } | { problem: Problem }

export const readCell = (column: Column, whole: string): Cell => {
  const { field, mapped } = column
  if (UNPRINTABLE.test(whole)) {
    return refuse(column, whole, 'control_character', 'It has a NUL or another control character.')
  }
  return field.list === undefined
    ? readOne(column, whole, lookUp(partOf(whole, mapped), mapped))
    : readList(column, whole, field.list.most)
}

function readOne(column: Column, whole: string, text: string): Cell {
  const { field } = column
  if (text === '') return readEmpty(column, whole)
  if (field.words !== undefined && Object.hasOwn(field.words, text)) return { value: field.words[text] }
  const reading = field.read(text)
  return 'code' in reading ? refuse(column, whole, reading.code, reading.why) : reading
}

function readList(column: Column, whole: string, most: number): Cell {
  const { field, mapped } = column
  const text = mapped.part === undefined ? whole : partOf(whole, mapped)
  const texts = listOf(text, mapped)
    .map((item) => lookUp(item, mapped))
    .filter((item) => item !== '')
  const [only] = texts
  if (only === undefined) return readEmpty(column, whole)
  if (texts.length === 1 && field.words !== undefined && Object.hasOwn(field.words, only)) {
    return { value: field.words[only] }
  }
  const values = new Set<unknown>()
  for (const item of texts) {
    const reading = field.read(item)
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

/** Control characters but tab and line break, and marks that reverse the direction of writing to disguise a name. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u

function partOf(whole: string, { split, part, least = 1 }: ColumnMapping): string {
  if (split === undefined || part === undefined || whole === '') return whole
  const parts = whole.split(split).map(trim)
  return parts.length < least ? '' : (parts.at(part > 0 ? part - 1 : part) ?? '')
}

const listOf = (text: string, { split, part }: ColumnMapping): string[] =>
  text.split(part === undefined ? (split ?? LIST_SEPARATOR) : LIST_SEPARATOR).map(trim)

function lookUp(text: string, { values, startsWith, otherwise }: ColumnMapping): string {
  if (values !== undefined && Object.hasOwn(values, text)) return values[text] ?? ''
  if (startsWith !== undefined) {
    const beginnings = Object.keys(startsWith).filter((beginning) => text.startsWith(beginning))
    const longest = beginnings.reduce((a, b) => (b.length >= a.length ? b : a), '')
    if (beginnings.length > 0) return startsWith[longest] ?? ''
  }
  return otherwise ?? text
}

/** A leading tab is data. */
export const trim = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  return text.slice(start, end)
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\u00a0'
