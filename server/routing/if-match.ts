import type { Endpoint, IfMatchKindOf } from '#contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** The version seen, undefined where the caller names none; or whether the line was present. */
export type IfMatchOf<E extends Endpoint> =
  IfMatchKindOf<E> extends 'line' | 'details' | 'trolly'
    ? number | undefined
    : IfMatchKindOf<E> extends 'present'
      ? boolean
      : undefined

/** `"3"`, as the standard requires, or `3`; versions are int4. */
const VERSION = /^(?:"(0|[1-9]\d{0,8})"|(0|[1-9]\d{0,8}))$/

/** A caller that names no version has the last word. */
export const isSeen = (seen: number | undefined, current: number): boolean =>
  seen === undefined || seen === current

/** @throws Refusal `invalid_request` where malformed */
export const readIfMatch = (
  kind: Endpoint['ifMatch'],
  header: string | undefined,
): number | boolean | undefined => {
  if (kind === 'present') {
    if (header === undefined) return false
    if (header === '*') return true
    throw invalid('must be * or left out')
  }
  if (kind === undefined || header === undefined) return undefined
  const [, quoted, bare] = VERSION.exec(header) ?? []
  const digits = quoted ?? bare
  if (digits === undefined) throw invalid('must be a version, such as "3"')
  return Number(digits)
}

const invalid = (message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: 'headers/if-match', message }] })
