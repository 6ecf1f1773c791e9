import type { Endpoint, IfMatchKindOf } from '#contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** What a handler gets of `If-Match`: the version that was seen, or whether the line was seen to be there. */
export type IfMatchOf<E extends Endpoint> =
  IfMatchKindOf<E> extends 'line' | 'details' | 'trolly'
    ? number
    : IfMatchKindOf<E> extends 'present'
      ? boolean
      : undefined

/** `"3"`, as the standard has it, and `3`; a version is an int4. */
const VERSION = /^(?:"(0|[1-9]\d{0,8})"|(0|[1-9]\d{0,8}))$/

/**
 * Reads the header as the call takes it.
 * @throws Refusal `version_required` where it is missing, `invalid_request` where it is of another form
 */
export const readIfMatch = (
  kind: Endpoint['ifMatch'],
  header: string | undefined,
): number | boolean | undefined => {
  if (kind === undefined) return undefined
  if (kind === 'present') {
    if (header === undefined) return false
    if (header === '*') return true
    throw invalid('must be * or left out')
  }
  if (header === undefined) throw new Refusal('version_required')
  const [, quoted, bare] = VERSION.exec(header) ?? []
  const digits = quoted ?? bare
  if (digits === undefined) throw invalid('must be a version, such as "3"')
  return Number(digits)
}

const invalid = (message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: 'headers/if-match', message }] })
