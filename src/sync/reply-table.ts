import {
  BasketCheckedOut,
  BasketConflict,
  BasketReview,
  OperationsReply,
  type Order,
} from '#contract/baskets.ts'
import { ERROR_STATUS, type ErrorReply, isErrorCode } from '#contract/errors.ts'
import type { Operation } from '#domain/operations/operation.ts'
import { saysSignedOut } from '#src/api/messages.ts'
import { parsedJson, readError, readReply } from '#src/api/read-reply.ts'
import { type AppliedReply, replySchemaOf } from './requests.ts'

/** Anything not in the table leaves the outcome unknown. */
export type Outcome =
  | { is: 'applied'; reply: AppliedReply }
  | { is: 'conflict'; reply: ErrorReply & BasketConflict }
  /** `review`: the server's trolly, if it differed at checkout. */
  | { is: 'refused'; reply: ErrorReply; status: number; review?: BasketReview }
  /** `order`: what a checked-out trolly became. */
  | { is: 'gone'; reply: ErrorReply; status: number; order?: Order }
  | { is: 'unauthenticated' }
  | { is: 'pause' }
  | { is: 'notRun' }
  | { is: 'unknown' }

export type OperationAnswer = {
  status: number
  body: string
  kind: Operation['kind']
  /** The reply carried the server's epoch, so no intermediary made it up. */
  isMarked: boolean
  retryAfterSeconds?: number | undefined
}

export const outcomeOf = (answer: OperationAnswer): Outcome => {
  const { status, body, kind, isMarked } = answer
  const reply = parsedJson(body)
  if (status >= 200 && status < 300) {
    const applied = readReply(replySchemaOf(kind), reply) as AppliedReply | undefined
    return applied ? { is: 'applied', reply: applied } : { is: 'unknown' }
  }
  if (saysSignedOut(reply)) return { is: 'unauthenticated' }
  const error = readError(status, reply, isMarked)
  if (!error) return { is: 'unknown' }
  const notFinal = NOT_FINAL[status]
  if (notFinal) return notFinal
  return isKnownCode(status, error.code) ? byCode(status, error) : byStatus(answer, error)
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
}

const isKnownCode = (status: number, code: string): boolean =>
  isErrorCode(code) && ERROR_STATUS[code] === status

const byCode = (status: number, reply: ErrorReply): Outcome => {
  const { code } = reply
  if (code === 'version_mismatch') return conflictIn(reply) ?? { is: 'unknown' }
  if (GONE.includes(code)) {
    const order = (readReply(BasketCheckedOut, reply) as BasketCheckedOut | undefined)?.order
    // Kept with the refusal, so only as far as this build can read it.
    return { is: 'gone', reply: { ...reply, order } as ErrorReply, status, ...(order && { order }) }
  }
  if (code === 'changed') {
    const review = readReply(BasketReview, reply) as BasketReview | undefined
    return { is: 'refused', reply, status, ...(review && { review }) }
  }
  return REFUSED_CODES.includes(code) || REFUSED_STATUSES.includes(status)
    ? { is: 'refused', reply, status }
    : { is: 'unknown' }
}

/** A newer server's code counts by its status: a 4xx is a refusal unless it sends `Retry-After`. */
const byStatus = ({ status, retryAfterSeconds }: OperationAnswer, reply: ErrorReply): Outcome => {
  if (status >= 500 || UNSETTLED_STATUSES.includes(status) || retryAfterSeconds !== undefined)
    return { is: 'unknown' }
  if (status === 410) return { is: 'gone', reply, status }
  const conflict = status === 412 ? conflictIn(reply) : undefined
  return conflict ?? { is: 'refused', reply, status }
}

/** Whatever the code: the current state decides. */
const conflictIn = (reply: ErrorReply): Outcome | undefined => {
  const stands = readReply(BasketConflict, reply) as BasketConflict | undefined
  return stands && { is: 'conflict', reply: { ...reply, ...stands, code: 'version_mismatch' } }
}

const GONE: readonly string[] = ['trolly_not_found', 'trolly_deleted', 'checked_out']
/** These share their status with an outcome that is not final. */
const REFUSED_CODES: readonly string[] = ['trolly_exists']
const REFUSED_STATUSES: readonly number[] = [400, 403, 404, 422, 428]
/** Request time-out and "too early": nothing was decided. */
const UNSETTLED_STATUSES: readonly number[] = [408, 425]
