import { Refusal } from './refusal.ts'

/**
 * Reads a body's text. An object with a key `__proto__` is refused: copied carelessly, it would change what all objects
 * inherit.
 * @throws Refusal `invalid_request`
 */
export const parseJson = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('must be JSON')
  }
  if (MAY_NAME_PROTO.test(text) && namesProto(value)) throw malformed('must not hold a field __proto__')
  return value
}

const malformed = (message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: 'body', message }] })

/** An escape may spell it too; this only spares ordinary bodies the search. */
const MAY_NAME_PROTO = /__proto__|\\u00/i

/** Without recursion: JSON nests deeper than the stack does. */
function namesProto(root: unknown): boolean {
  const waiting = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return true
    for (const field of Object.values(value))
      if (typeof field === 'object' && field !== null) waiting.push(field)
  }
  return false
}
