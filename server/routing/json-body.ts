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

// Keeps a byte-order mark, which JSON does not allow.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a body's bytes as text. Decoded leniently, invalid bytes would become U+FFFD: a name other than the one sent, and
 * the same fingerprint for two requests that differ.
 * @throws Refusal `unsupported_media_type` for a compressed body, `invalid_request` for invalid UTF-8
 */
export const readBodyText = (bytes: Buffer, contentEncoding: string | undefined): string => {
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    throw new Refusal('unsupported_media_type', { message: 'The body must not be compressed.' })
  }
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal('invalid_request', { errors: [{ path: 'body', message: 'must be valid UTF-8' }] })
  }
}
