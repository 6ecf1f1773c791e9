import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorReply, isErrorCode } from '#contract/errors.ts'
import { OperationsReply } from '#contract/operations.ts'
import { saysSignedOut } from '#src/api/messages.ts'
import { OUTDATED_STATUS } from '#src/api/outdated.ts'
import { parsedJson, readError, readReply } from '#src/api/read-reply.ts'
import type { Noun } from './noun.ts'

/** Anything not in the table leaves the outcome unknown. */
export type Outcome =
  | { is: 'applied'; reply: unknown }
  | { is: 'conflict' | 'refused' | 'gone'; reply: ErrorReply; status: number }
  | { is: 'unauthenticated' }
  | { is: 'pause' }
  | { is: 'notRun' }
  | { is: 'outdated' }
  | { is: 'unknown' }

export type OperationAnswer = {
  status: number
  body: string
  /** The shape that a credible success must have. */
  shape: Endpoint['reply']
  noun: Pick<Noun, 'conflict' | 'codes'>
  /** The reply carried the server's epoch, so no intermediary made it up. */
  isMarked: boolean
  retryAfterSeconds?: number | undefined
}

export const outcomeOf = (answer: OperationAnswer): Outcome => {
  const { status, body, shape, isMarked } = answer
  const reply = parsedJson(body)
  if (status >= 200 && status < 300) {
    const applied = readReply(shape, reply)
    return applied === undefined ? { is: 'unknown' } : { is: 'applied', reply: applied }
  }
  if (saysSignedOut(reply)) return { is: 'unauthenticated' }
  const error = readError(status, reply, isMarked)
  if (!error) return { is: 'unknown' }
  const notFinal = NOT_FINAL[status]
  if (notFinal) return notFinal
  return isKnownCode(status, error.code) ? byCode(answer, error) : byStatus(answer, error)
}

export const batchResultsOf = (status: number, body: string): OperationsReply['results'] | undefined => {
  const reply = parsedJson(body)
  if (status !== 200) return undefined
  return (readReply(OperationsReply, reply) as OperationsReply | undefined)?.results
}

const NOT_FINAL: Record<number, Outcome> = {
  401: { is: 'unauthenticated' },
  429: { is: 'pause' },
  503: { is: 'pause' },
  424: { is: 'notRun' },
  [OUTDATED_STATUS]: { is: 'outdated' },
}

const isKnownCode = (status: number, code: string): boolean =>
  isErrorCode(code) && ERROR_STATUS[code] === status

const byCode = (answer: OperationAnswer, reply: ErrorReply): Outcome => {
  const { status, noun } = answer
  const { code } = reply
  if (code === 'version_mismatch') return conflictIn(answer, reply) ?? { is: 'unknown' }
  if (noun.codes.gone.includes(code)) return { is: 'gone', reply, status }
  return noun.codes.refused.includes(code) || REFUSED_STATUSES.includes(status)
    ? { is: 'refused', reply, status }
    : { is: 'unknown' }
}

/** A newer server's code counts by its status: a 4xx is a refusal unless it sends `Retry-After`. */
const byStatus = (answer: OperationAnswer, reply: ErrorReply): Outcome => {
  const { status, retryAfterSeconds } = answer
  if (status >= 500 || UNSETTLED_STATUSES.includes(status) || retryAfterSeconds !== undefined)
    return { is: 'unknown' }
  if (status === 410) return { is: 'gone', reply, status }
  const conflict = status === 412 ? conflictIn(answer, reply) : undefined
  return conflict ?? { is: 'refused', reply, status }
}

/** Whatever the code: the current state decides. */
const conflictIn = ({ noun, status }: OperationAnswer, reply: ErrorReply): Outcome | undefined => {
  const stands = noun.conflict && (readReply(noun.conflict, reply) as object | undefined)
  return stands && { is: 'conflict', reply: { ...reply, ...stands, code: 'version_mismatch' }, status }
}

const REFUSED_STATUSES: readonly number[] = [400, 403, 404, 422, 428]
/** Request time-out and "too early": nothing was decided. */
const UNSETTLED_STATUSES: readonly number[] = [408, 425]
