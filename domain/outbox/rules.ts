import type { AnyOperation, Queued, Refusal } from './operation.ts'

/** Methods, so that a kind may be stricter about its parameters. */
export type KindRules<
  Operation extends AnyOperation = AnyOperation,
  All extends AnyOperation = AnyOperation,
  Refused extends Refusal = Refusal,
> = {
  /** Operations on the same subject fold, move to new versions and are decided together. */
  subject(operation: Operation): string
  /** Both operations as one; undefined keeps them apart. Only called for operations never attempted. */
  foldAfter(operation: Operation, waiting: All): All | undefined
  /** Whether nothing is left to decide. `refused`: as the server saw it, before later operations folded into it. */
  isDone?(
    operation: Operation,
    refusal: Refused,
    refused: Pick<Queued<All>, 'operation' | 'expectedVersion'>,
  ): boolean
  /** Never in a batch, and only once everything before it is answered. */
  goesAlone?: boolean
  /** Creates the lane's subject: while refused, nothing else of the lane is sent. */
  begins?: boolean
  /** Deletes the lane's subject: a lane that was never sent is dropped. */
  ends?: boolean
  /** Undo window before it may be sent, milliseconds. */
  undoMs?: number
  /** Not first tried without a connection, since a lost answer would lock its subject. */
  awaitsSignal?: boolean
  /** Not sent while the lane asks for a decision; a decision withdraws it. */
  awaitsDecisions?: boolean
  /** Idempotent whatever the server's state: sent again at any age and after a restore. */
  repeatable?: boolean
  /** Comes in runs of taps: sent a moment after the last, folded (docs/decisions/0012). */
  gathers?: boolean
  /** First sent when nothing of this subject waits or asks: without it, there would be nothing to change. */
  needs?(operation: Operation): string
  /** Milliseconds; REQUEST_TIMEOUT_MS unless given. */
  timeoutMs?: number
}

export type NounRules = Readonly<Record<string, KindRules>>

/** undefined: a kind of a newer build. */
export const rulesFor = (rules: NounRules, { kind }: AnyOperation): KindRules | undefined =>
  Object.hasOwn(rules, kind) ? rules[kind] : undefined

export const subjectOf = (rules: NounRules, operation: AnyOperation): string =>
  rulesFor(rules, operation)?.subject(operation) ?? operation.kind
