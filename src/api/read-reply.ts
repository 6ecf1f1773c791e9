import { ERROR_STATUS, ErrorReply, isErrorCode } from '#contract/errors.ts'

/**
 * Reads replies tolerantly (docs/sync.md, "Older and newer builds"): unknown fields are dropped for newer servers, and
 * fields with a `default` may be missing in older ones. A sign-in page or proxy may answer with 200: that is never a
 * reply.
 */

export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Keeps the schema's fields; undefined: unreadable. Checks types but not bounds, patterns or enumerations, as readers
 * handle new names.
 * @param schema missing or unreadable fields take their `default`; other optional ones are dropped
 */
export const readReply = (schema: unknown, value: unknown): unknown => {
  const shape = schema as Shape
  if (shape.anyOf) return firstRead(shape.anyOf, value)
  if ('const' in shape) return value === shape.const ? value : undefined
  if (shape.type === 'array') return readList(shape.items, value)
  if (shape.type === 'object') return isRecord(value) ? readRecord(shape, value) : undefined
  return shape.type === undefined || isOfType[shape.type]?.(value) !== false ? value : undefined
}

/** @param isMarked has the epoch header; known codes may lack it, as it needs the database */
export const readError = (
  status: number,
  reply: unknown,
  isMarked: boolean,
): (ErrorReply & Record<string, unknown>) | undefined => {
  const error = readReply(ErrorReply, reply) as ErrorReply | undefined
  if (!error || status < 400) return undefined
  const isKnown = isErrorCode(error.code) && ERROR_STATUS[error.code] === status
  return isKnown || isMarked ? { ...(reply as object), ...error } : undefined
}

type Shape = {
  type?: string
  const?: unknown
  default?: unknown
  anyOf?: unknown[]
  required?: string[]
  properties?: Record<string, unknown>
  items?: unknown
}

const firstRead = (schemas: readonly unknown[], value: unknown): unknown => {
  for (const schema of schemas) {
    const read = readReply(schema, value)
    if (read !== undefined) return read
  }
  return undefined
}

/** Longer lists are downloads of ten thousand uniform rows: reading each would block the screen. */
const READ_ONE_BY_ONE_MAX = 200

const readList = (items: unknown, value: unknown): unknown => {
  if (!Array.isArray(value) || value.length === 0) return Array.isArray(value) ? value : undefined
  const first = readReply(items, value[0])
  if (first === undefined) return undefined
  if (first === value[0] && value.length > READ_ONE_BY_ONE_MAX) return value
  const read = value.map((item) => readReply(items, item))
  if (read.includes(undefined)) return undefined
  return read.every((item, at) => item === value[at]) ? value : read
}

/** Returns the same object if nothing changes. */
const readRecord = (
  { properties = {}, required = [] }: Shape,
  value: Record<string, unknown>,
): Record<string, unknown> | undefined => {
  const read: Record<string, unknown> = {}
  let isSame = true
  for (const [name, property] of Object.entries(properties)) {
    const given = value[name]
    const field = readField(property, given)
    if (field === undefined && required.includes(name)) return undefined
    if (field !== given) isSame = false
    if (field !== undefined) read[name] = field
  }
  return isSame && Object.keys(value).every((name) => name in properties) ? value : read
}

const readField = (property: unknown, given: unknown): unknown => {
  const field = given === undefined ? undefined : readReply(property, given)
  return field === undefined ? (property as Shape).default : field
}

const isOfType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
