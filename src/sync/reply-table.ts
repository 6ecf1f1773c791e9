import { Check } from 'typebox/schema'
import { BasketConflict, OperationsReply } from '#contract/baskets.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { Operation } from '#domain/operations/operation.ts'
import { isServersError, parsedJson } from '#src/api/reply-shape.ts'
import { type AppliedReply, replySchemaOf } from './requests.ts'

/** What an answer to one operation means for it. Everything that is not in the table leaves the outcome unknown. */
export type Outcome =
  | { is: 'applied'; reply: AppliedReply }
  | { is: 'conflict'; reply: ErrorReply & BasketConflict }
  | { is: 'refused'; reply: ErrorReply; status: number }
  | { is: 'gone'; reply: ErrorReply; status: number }
  | { is: 'unauthenticated' }
  | { is: 'pause' }
  | { is: 'notRun' }
  | { is: 'unknown' }

export const outcomeOf = (answer: { status: number; body: string; kind: Operation['kind'] }): Outcome => {
  const reply = parsedJson(answer.body)
  if (answer.status >= 200 && answer.status < 300) {
    return Check(replySchemaOf(answer.kind), reply)
      ? { is: 'applied', reply: reply as AppliedReply }
      : { is: 'unknown' }
  }
  if (!isServersError(answer.status, reply)) return { is: 'unknown' }
  const { code } = reply
  const notFinal = NOT_FINAL[answer.status]
  if (notFinal) return { is: notFinal }
  if (code === 'version_mismatch')
    return Check(BasketConflict, reply) ? { is: 'conflict', reply: reply as never } : { is: 'unknown' }
  const meaning = BY_CODE[code] ?? REFUSED_409[code] ?? BY_STATUS[answer.status]
  return meaning ? { is: meaning, reply, status: answer.status } : { is: 'unknown' }
}

/** The results of a batch; undefined: not a reply of the contract's shape. */
export const batchResultsOf = (status: number, body: string): OperationsReply['results'] | undefined => {
  const reply = parsedJson(body)
  return status === 200 && Check(OperationsReply, reply) ? (reply as OperationsReply).results : undefined
}

const NOT_FINAL: Record<number, 'unauthenticated' | 'pause' | 'notRun'> = {
  401: 'unauthenticated',
  429: 'pause',
  503: 'pause',
  424: 'notRun',
}

const BY_CODE: Record<string, 'gone'> = {
  trolly_not_found: 'gone',
  trolly_deleted: 'gone',
  checked_out: 'gone',
}

/** Refusals that share their status with an outcome that is not final. */
const REFUSED_409: Record<string, 'refused'> = {
  changed: 'refused',
  trolly_exists: 'refused',
}

const BY_STATUS: Record<number, 'refused'> = {
  400: 'refused',
  403: 'refused',
  404: 'refused',
  422: 'refused',
  428: 'refused',
}
