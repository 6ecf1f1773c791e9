import { Refusal } from './refusal.ts'

/**
 * Reads a body's text. A field `__proto__`, which would change what objects inherit where it is copied carelessly, comes
 * out of JSON.parse as a field like any other, and is one that no schema of the contract knows.
 * @throws Refusal `invalid_request`
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_request', { errors: [{ path: 'body', message: 'must be JSON' }] })
  }
}
