import { ERROR_STATUS, type ErrorReply, isErrorCode } from '#contract/errors.ts'

/**
 * Whether a reply is the server's at all. A network's sign-in page, a proxy, a balancer answer in its place, and often with
 * 200: what they say must neither be shown as what the server knows, nor kept, nor count as having reached it.
 */

/** undefined: not JSON, and so not of the contract's shape whatever it is. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A proxy's own 404 or 409 is not a word of the server's: a code goes with its status. */
export const isServersError = (status: number, reply: unknown): reply is ErrorReply => {
  if (!isRecord(reply) || typeof reply.message !== 'string') return false
  return isErrorCode(reply.code) && ERROR_STATUS[reply.code] === status
}

/**
 * Whether a value has a schema's fields, with the kinds of values that they hold. A field more is let pass, since a server
 * may be newer than this build, and so are values: this tells the contract's replies from what is none, it validates nothing.
 *
 * @param schema as TypeBox makes them. Of a list the first item stands for all: some have ten thousand, of one making.
 */
export const hasShape = (schema: unknown, value: unknown): boolean => {
  const { type, anyOf, required = [], properties = {}, items, ...rest } = schema as Shape
  if (anyOf) return anyOf.some((one) => hasShape(one, value))
  if ('const' in rest) return value === rest.const
  if (type === 'array') return Array.isArray(value) && (value.length === 0 || hasShape(items, value[0]))
  if (type !== 'object') return type === undefined || isOfType[type]?.(value) !== false
  return (
    isRecord(value) &&
    required.every((name) => value[name] !== undefined) &&
    Object.entries(properties).every(
      ([name, property]) => value[name] === undefined || hasShape(property, value[name]),
    )
  )
}

/** What is looked at of a JSON schema. */
type Shape = {
  type?: string
  const?: unknown
  anyOf?: unknown[]
  required?: string[]
  properties?: Record<string, unknown>
  items?: unknown
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
