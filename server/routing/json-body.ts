import { Refusal } from './refusal.ts'

/**
 * `__proto__`, dangerous when copied carelessly, parses as a normal field, which no schema allows.
 * @throws Refusal `invalid_request`
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_request', { errors: [{ path: 'body', message: 'must be JSON' }] })
  }
}

// Keeps a byte-order mark, which JSON forbids.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes strictly: U+FFFD for invalid bytes would alter names, and give different requests one fingerprint.
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
