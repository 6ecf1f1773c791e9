import { tidyLine, tidyLines } from '#domain/typed-text.ts'
import { type Control, controlOf, type FieldSpec, type FormSchema, propertyOf } from './field-spec.ts'

export type RecordValues = Readonly<Record<string, unknown>>
export type FieldValues = Record<string, string | boolean>

const toField: Record<Control, (value: unknown) => string | boolean> = {
  text: (value) => textOf(value),
  area: (value) => textOf(value),
  number: (value) => textOf(value),
  choice: (value) => textOf(value),
  day: (value) => textOf(value),
  time: (value) => textOf(value),
  money: (value) => (typeof value === 'number' ? (value / 100).toFixed(2) : ''),
  percent: (value) => (typeof value === 'number' ? String(value / 100) : ''),
  choices: (value) => (Array.isArray(value) ? value.join(',') : ''),
  weekdays: (value) => (Array.isArray(value) ? value.join(',') : ''),
  switch: (value) => value === true,
  lines: (value) => (Array.isArray(value) ? value.join('\n') : ''),
  password: () => '',
}

const fromField: Record<Control, (value: string | boolean, spec: FieldSpec) => unknown> = {
  text: (value) => tidyLine(String(value)),
  area: (value) => tidyLines(String(value)),
  number: (value) => (value === '' ? undefined : Number(value)),
  choice: (value) => value,
  day: (value) => value,
  time: (value) => value,
  money: (value) => hundredthsOf(String(value)),
  percent: (value) => hundredthsOf(String(value)),
  choices: (value) => chosenOf(value),
  weekdays: (value) => chosenOf(value).map(Number),
  // Blanks may be part of it.
  password: (value) => value,
  switch: (value) => value === true,
  lines: (value, { commas }) =>
    String(value)
      .split(commas ? /[\n,;]/ : '\n')
      .map(tidyLine)
      .filter((line) => line !== ''),
}

const chosenOf = (value: string | boolean): string[] =>
  String(value)
    .split(',')
    .filter((each) => each !== '')

/** Reads `£1,250.5` as 125050 pence, `2.5 %` as 250, a blank as undefined, and anything that is not an amount as NaN. */
const hundredthsOf = (typed: string): number | undefined => {
  const text = typed.replaceAll(/[£%,\s]/g, '')
  if (text === '') return undefined
  return /^\d+(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export const fieldValuesOf = (
  schema: FormSchema,
  fields: readonly FieldSpec[],
  values: RecordValues,
): FieldValues =>
  Object.fromEntries(
    fields.map((spec) => [
      spec.name,
      toField[controlOf(spec, propertyOf(schema, spec.name))](values[spec.name]),
    ]),
  )

export const recordValuesOf = (
  schema: FormSchema,
  fields: readonly FieldSpec[],
  values: FieldValues,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((spec) => {
      const control = controlOf(spec, propertyOf(schema, spec.name))
      const value = fromField[control](values[spec.name] ?? '', spec)
      if (propertyOf(schema, spec.name).nullable && (value === '' || value === undefined))
        return [[spec.name, null]]
      const isLeftOut = value === undefined || (value === '' && !schema.required?.includes(spec.name))
      return isLeftOut ? [] : [[spec.name, value]]
    }),
  )
