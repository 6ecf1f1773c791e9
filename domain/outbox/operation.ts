/** The part of an operation that the outbox knows. Each noun adds its own kinds and fields (rules.ts). */
export type AnyOperation = { kind: string }

export type OperationState = 'pending' | 'sending' | 'attention' | 'held'

export type Refusal = {
  code: string
  message: string
  status: number
  reply?: unknown
}

export type Queued<Operation extends AnyOperation = AnyOperation, Refused extends Refusal = Refusal> = {
  seq: number
  opId: string
  operation: Operation
  /** The version of the subject that the person saw; null for kinds without one. */
  expectedVersion: number | null
  state: OperationState
  /** Including requests that may not have left. */
  attempts: number
  refusal: Refused | null
  /** Its only attempt so far is that another phone was shown it and may send it (docs/decisions/0052). */
  handedOver?: true
}

/** Sent without an answer: it may or may not have been applied. */
export const isUnanswered = ({ state, attempts }: Queued): boolean =>
  attempts > 0 && (state === 'pending' || state === 'sending')

/** Certainly not applied: it may still be changed or withdrawn. */
export const isUntouched = ({ state, attempts }: Queued): boolean =>
  attempts === 0 && (state === 'pending' || state === 'held')

/** Not sent by this device, and so after everything before it: it moves with earlier answers, but does not change. */
export const isYetToLeave = (queued: Queued): boolean =>
  isUntouched(queued) || (queued.handedOver === true && queued.attempts === 1 && queued.state === 'pending')
