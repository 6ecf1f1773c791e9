import { type Field, LIST_SEPARATOR } from './fields.ts'
import type { ColumnMapping } from './mapping.ts'
import { clip, type Problem } from './problems.ts'

/** One cell of a file, by its field and what a mapping says of it. */
export type Column = {
  field: Field
  property: string
  mapped: ColumnMapping
  /** Of the file; undefined where the value is a constant. */
  at: number | undefined
  /** As a report names it. */
  name: string
}

export type Cell = { value: unknown } | { problem: Problem }

export function readCell({ field, mapped, name }: Column, whole: string): Cell {
  const refuse = (code: Problem['code'], why: string): Cell => ({
    problem: { code, column: name, value: field.secret ? null : clip(whole), why },
  })
  if (UNPRINTABLE.test(whole))
    return refuse('control_character', 'It has a NUL or another control character.')
  const chosen = field.list === undefined || mapped.part !== undefined ? partOf(whole, mapped) : whole
  const texts = field.list === undefined ? [chosen] : listOf(chosen, mapped)
  const looked = texts.map((text) => lookUp(text, mapped)).filter((text) => text !== '')

  if (looked.length === 0) {
    return field.required ? refuse('missing_value', 'It must not be empty.') : { value: field.empty }
  }
  const [only = ''] = looked
  if (looked.length === 1 && field.words !== undefined && Object.hasOwn(field.words, only)) {
    return { value: field.words[only] }
  }
  const readings = looked.map((text) => field.read(text))
  const values: unknown[] = []
  for (const reading of readings) {
    if ('code' in reading) return refuse(reading.code, reading.why)
    values.push(reading.value)
  }
  if (field.list === undefined) return { value: values[0] }
  const distinct = [...new Set(values)]
  return distinct.length > field.list.most
    ? refuse('too_many_values', `It has ${distinct.length} values; ${field.list.most} are allowed.`)
    : { value: distinct }
}

/** Control characters apart from tab and line break, which a description may hold. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}/u

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

/** Spaces around a cell mean nothing; a tab is left, as anything else that a cell may begin with. */
export const trim = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  return text.slice(start, end)
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\u00a0'
