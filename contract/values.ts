import { type TOptional, type TSchema, Type } from 'typebox'
import { CODE, CODE_LENGTH_MAX, ONE_LINE, ONE_LINE_NOT_BLANK, SEVERAL_LINES } from '#domain/typed-text.ts'
import { Strict } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

export const Uuid = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 })
/** YYYY-MM-DD, Europe/London. Years 1000 to 2999, since databases refuse some valid dates. */
export const Day = Type.String({ format: 'date', pattern: '^[12]', maxLength: 10 })
/** ISO: 1 Monday to 7 Sunday. */
export const Weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  uniqueItems: true,
  maxItems: 7,
})
/** `07:00-09:00`, Europe/London. */
export const CollectionSlotName = Type.String({
  minLength: 11,
  maxLength: 11,
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$',
})
export const Instant = Type.String({ format: 'date-time', maxLength: 30 })
export const Pence = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
/** A sum of 1,000 lines of 9,999 far exceeds any one price. */
export const SumPence = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
/** A code in the supplier's own system: `CO&OP1`, `MINCE 5KG`, `A/12#3`. */
const CODE_OPTIONS = { minLength: 1, maxLength: CODE_LENGTH_MAX, pattern: CODE }
export const Code = Type.String(CODE_OPTIONS)
export const ProductNo = Type.String(CODE_OPTIONS)
export const CustomerId = Type.String({ minLength: 1, maxLength: 40 })
/** Stored as int4; the same nine digits as in `If-Match`. */
export const Version = Type.Integer({ minimum: 0, maximum: 999_999_999 })

/** The columns of a record that staff maintain. */
export const KEPT = { id: Uuid, version: Version, updated_at: Instant, deleted: Type.Boolean() }

/**
 * Part of a path that names something. A text that cannot name one is answered as a name that nothing has: 404 with this
 * code, after 401 and 403.
 */
export const naming = <const Schema extends TSchema>(schema: Schema, notFound: ErrorCode): Schema => ({
  ...schema,
  [NOT_FOUND]: notFound,
})

export const NOT_FOUND = 'x-not-found'

/** One line of a request, with at least one character other than a blank. */
export const Line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: ONE_LINE_NOT_BLANK })
export const OptionalLine = (maxLength: number) => Type.String({ maxLength, pattern: ONE_LINE })
/** Text of a request that may have line breaks. */
export const Lines = (maxLength: number) => Type.String({ maxLength, pattern: SEVERAL_LINES })

/** For replies: rows of earlier releases hold texts that a request may no longer have. */
export const asStored = <const Properties extends Record<string, TSchema>>(
  properties: Properties,
): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, withoutPattern(property)]),
  ) as Properties

/** The same object where there is no pattern: a copy is no longer optional. */
const withoutPattern = (schema: TSchema): TSchema => {
  const { pattern, ...rest } = schema as TSchema & { pattern?: string; items?: TSchema }
  if (rest.items !== undefined) return { ...rest, items: withoutPattern(rest.items) }
  return pattern === undefined ? schema : rest
}

/** The same fields, none of them required. `Type.Partial` would bring 40 kB of TypeBox's type engine to every page. */
export const optional = <const Properties extends Record<string, TSchema>>(
  properties: Properties,
): { [Name in keyof Properties]: TOptional<Properties[Name]> } =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, Type.Optional(property)]),
  ) as { [Name in keyof Properties]: TOptional<Properties[Name]> }

export const nullable = <const Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/**
 * A reply field that a device can do without: if an older server omits it or a newer one sends something unreadable,
 * the device reads `value`. Returning `Static<Schema>` would make compiling ten times slower; see contract/endpoint.ts.
 */
export const withDefault = <const Schema extends TSchema>(schema: Schema, value: unknown): Schema => ({
  ...schema,
  default: value,
})

/** `Type.Enum` names no type, which the serialiser needs for speed. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })

export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  pageLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 96, default: 24 })),
}

export const listOf = <const Item extends TSchema>(item: Item) =>
  Strict({
    data: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    pageLength: Type.Integer({ minimum: 1 }),
  })

/** The values of `sort_by`: the fields, and each with `_descending`. */
export const sortedBy = <const Fields extends readonly string[]>(fields: Fields) =>
  oneOf<(Fields[number] | `${Fields[number]}${typeof DESCENDING}`)[]>([
    ...fields,
    ...fields.map((field: Fields[number]) => `${field}${DESCENDING}` as const),
  ])

export const sortOf = <Field extends string>(
  sortBy: Field | `${Field}${typeof DESCENDING}`,
): { sort: Field; descending: boolean } => ({
  sort: sortBy.replace(DESCENDING, '') as Field,
  descending: sortBy.endsWith(DESCENDING),
})

const DESCENDING = '_descending'
