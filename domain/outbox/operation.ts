/** The part of an operation that the outbox knows. Each noun adds its own kinds and fields (rules.ts). */
export type AnyOperation = { kind: string }

export type OperationState = 'pending' | 'sending' | 'attention' | 'held'

/** The reply's code and message. A noun may add the server's current state. */
export type Refusal = {
  code: string
  message: string
  status: number
  /** The rest of the reply, for the decision screen. */
  reply?: unknown
}

export type Queued<Operation extends AnyOperation = AnyOperation, Refused extends Refusal = Refusal> = {
  seq: number
  opId: string
  operation: Operation
  /** The version seen of the operation's subject; null for kinds without one. */
  expectedVersion: number | null
  state: OperationState
  /** Requests that were, or may have been, sent. */
  attempts: number
  refusal: Refused | null
}

/** Sent without an answer: it may or may not have been applied. */
export const isUnanswered = ({ state, attempts }: Queued): boolean =>
  attempts > 0 && (state === 'pending' || state === 'sending')

/** Certainly not applied: it may still be changed or withdrawn. */
export const isUntouched = ({ state, attempts }: Queued): boolean =>
  attempts === 0 && (state === 'pending' || state === 'held')
