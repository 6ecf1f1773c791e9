import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { controlOf } from '#src/ui/kit/record/field-spec.ts'
import { fieldValuesOf, recordValuesOf } from '#src/ui/kit/record/form-values.ts'
import { problemsOf } from '#src/ui/kit/record/schema-problems.ts'

const SCHEMA = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 5, pattern: '\\S' }),
  note: Type.Optional(Type.String()),
  kind: Type.Unsafe<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] }),
  order: Type.Integer({ minimum: 1, maximum: 1_999 }),
  words: Type.Array(Type.String({ minLength: 1, maxLength: 4 }), { maxItems: 2 }),
  on: Type.Boolean(),
})
const FIELDS = Object.keys(SCHEMA.properties).map((name) => ({ name, label: name.toUpperCase() }))
const GOOD = { name: 'ab', kind: 'a', order: 3, words: ['x'], on: true }
const problems = (parts: object) => problemsOf(SCHEMA, FIELDS, { ...GOOD, ...parts })

test('valid values have no problems', () => {
  expect(problems({})).toEqual({})
  expect(problems({ words: [] })).toEqual({})
})

test.each<[object, Record<string, string>]>([
  [{ name: '' }, { name: 'NAME cannot be blank' }],
  [{ name: ' ' }, { name: 'NAME cannot be blank' }],
  [{ name: 'abcdef' }, { name: 'NAME must be 5 characters or fewer' }],
  [{ kind: 'c' }, { kind: 'KIND must be one of the choices' }],
  [{ order: undefined }, { order: 'ORDER cannot be blank' }],
  [{ order: Number.NaN }, { order: 'ORDER must be a number' }],
  [{ order: 1.5 }, { order: 'ORDER must be a whole number' }],
  [{ order: 0 }, { order: 'ORDER must be 1 or more' }],
  [{ order: 2_000 }, { order: 'ORDER must be 1,999 or less' }],
  [{ words: ['a', 'b', 'c'] }, { words: 'WORDS must have 2 or fewer' }],
  [{ words: ['abcde'] }, { words: 'WORDS must be 4 characters or fewer' }],
])('%j is explained in words', (parts, told) => {
  expect(problems(parts)).toEqual(told)
})

test('a field may say in its own words that it is blank or misformed, and is one line if it has a type', () => {
  const email = Type.String({ minLength: 3, maxLength: 254, pattern: '@' })
  const schema = Type.Object({ email })
  const fields = [
    { name: 'email', label: 'E-mail', type: 'email', missing: 'Enter it', misformed: 'Like a@b.c' },
  ] as const
  expect(problemsOf(schema, fields, { email: '' })).toEqual({ email: 'Enter it' })
  expect(problemsOf(schema, fields, { email: 'abc' })).toEqual({ email: 'Like a@b.c' })
  expect(problemsOf(schema, fields, { email: 'a@' })).toEqual({
    email: 'E-mail must be 3 characters or more',
  })
  expect(controlOf(fields[0], email)).toBe('text')
})

test('values survive a round trip through the form’s fields, and optional blanks are left out', () => {
  const fields = fieldValuesOf(SCHEMA, FIELDS, { ...GOOD, words: ['a', 'b'] })
  expect(fields).toEqual({ name: 'ab', note: '', kind: 'a', order: '3', words: 'a\nb', on: true })
  expect(recordValuesOf(SCHEMA, FIELDS, { ...fields, name: ' ab ', words: ' a \n\n b' })).toEqual({
    ...GOOD,
    words: ['a', 'b'],
  })
})
