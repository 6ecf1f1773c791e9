import { type TSchema, Type } from 'typebox'
import { Strict } from './endpoint.ts'

export const Uuid = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 })
/** YYYY-MM-DD, Europe/London, of the years 1000 to 2999: not every date that has the form is one to a database. */
export const Day = Type.String({ format: 'date', pattern: '^[12]', maxLength: 10 })
/** ISO 8601, UTC. */
export const Instant = Type.String({ format: 'date-time', maxLength: 30 })
export const Pence = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
/** A sum over lines: 1,000 lines of 9,999 at a high price are far above what one price may be. */
export const SumPence = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
export const ProductNo = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$',
})
export const CustomerId = Type.String({ minLength: 1, maxLength: 40 })
export const Version = Type.Integer({ minimum: 0 })

export const nullable = <const Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/**
 * A field of a reply that a device can do without. Servers of this build always send it; where an older server's reply lacks
 * it, or a newer one's holds something that this build cannot read, the device reads `value`. (`Static<Schema>` for its
 * type would make the compiler's work ten times as much; see contract/endpoint.ts.)
 */
export const withDefault = <const Schema extends TSchema>(schema: Schema, value: unknown): Schema => ({
  ...schema,
  default: value,
})

/** One of several texts. `Type.Enum` would do, but names no type, which the serialiser needs to be quick. */
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
