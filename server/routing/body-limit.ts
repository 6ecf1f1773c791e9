import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * How many bytes the body of a call may have: what its schema can fill, so that nobody makes the server read and check more.
 * A body that is larger cannot be valid.
 */
export const bodyLimitOf = ({ access, body, bodyBytesMax }: Endpoint): number => {
  const most = bodyBytesMax ?? (access === 'anyone' ? ANYONE_BYTES : MOST_BYTES)
  return Math.min(most, body === undefined ? LEAST_BYTES : LEAST_BYTES + Math.ceil(SPACES * bytesOf(body)))
}

/** A strange field is refused by its name, not by its length. */
const LEAST_BYTES = 1_024
/** Signing in, which takes three. */
const ANYONE_BYTES = 4 * 1_024
/** A hundred operations are 50 kB, of at most 8 kB each. */
const MOST_BYTES = 256 * 1_024
/** Some programs indent what they send. */
const SPACES = 1.5
/** `\u00e9`: some escape whatever is not ASCII. */
const ESCAPED_BYTES = 6
const NUMBER_BYTES = 24
/** `"":,` around a field. */
const FIELD_BYTES = 4

type Part = {
  type?: string
  properties?: Record<string, Part>
  items?: Part
  maxItems?: number
  anyOf?: Part[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maxLength?: number
}

const bytesOf = (schema: TSchema): number => partBytes(schema as Part)

/** Unbounded where a text or a list is. */
function partBytes({ type, properties, items, maxItems, anyOf, ...part }: Part): number {
  if (anyOf !== undefined) return Math.max(...anyOf.map(partBytes))
  if (part.enum !== undefined) return Math.max(...part.enum.map(jsonBytes))
  if (part.const !== undefined) return jsonBytes(part.const)
  if (properties !== undefined) {
    const fields = Object.entries(properties)
    return fields.reduce((sum, [name, field]) => sum + name.length + FIELD_BYTES + partBytes(field), 2)
  }
  if (type === 'array') return 2 + (maxItems ?? Number.POSITIVE_INFINITY) * (1 + partBytes(items ?? {}))
  if (type === 'string') {
    // Ids and dates have a format, and are ASCII.
    return 2 + (part.maxLength ?? Number.POSITIVE_INFINITY) * (part.format === undefined ? ESCAPED_BYTES : 1)
  }
  return NUMBER_BYTES
}

const jsonBytes = (value: unknown): number => JSON.stringify(value).length
