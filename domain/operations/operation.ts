import type { TrollyDetails, TrollyHead } from '#domain/trolly.ts'

/** What a person can do to a trolly. Every kind is a module of this folder and a row of the table in kinds.ts. */
export type Operation = TrollyOperation | LineOperation

export type LineOperation = Add | SetQuantity | Remove
export type TrollyOperation = Create | Details | Delete | Checkout

export type Create = {
  kind: 'create'
  trollyId: string
  customerId: string
  /** What the device prices the trolly by until the server has it; not sent. */
  priceListId: string
  createdAt: string
  details: TrollyDetails
}
export type Add = {
  kind: 'add'
  product_no: string
  quantity: number
  seenPricePence: number | null
  /** The line stood in the trolly when it was added to: gone meanwhile is a question, not a silent new line. */
  toPresent: boolean
  addedAt: string
}
export type SetQuantity = {
  kind: 'set'
  product_no: string
  quantity: number
  seenPricePence: number | null
  addedAt: string
}
export type Remove = { kind: 'remove'; product_no: string }
export type Details = { kind: 'details'; changes: Partial<TrollyDetails> }
export type Delete = { kind: 'delete' }
/** Carries what the person saw; anything else on the server is reviewed, not ordered. */
export type Checkout = {
  kind: 'checkout'
  deliveryDay: string | null
  lines: { product_no: string; quantity: number; unitPricePence: number | null }[]
  totalPence: number
  confirmations: { ageRestricted: boolean; catchWeight: boolean }
}

/** What the person saw an order come to, pence; null where none of its lines had a price to be seen. */
export const seenTotalPence = ({
  lines,
  totalPence,
}: {
  lines: readonly { unitPricePence: number | null }[]
  totalPence: number
}): number | null =>
  lines.length > 0 && lines.every(({ unitPricePence }) => unitPricePence === null) ? null : totalPence

export type OperationState = 'pending' | 'sending' | 'attention' | 'held'

/** Why an operation stands still: the reply's code and, where it gave one, what stood on the server then. */
export type Refusal = {
  code: string
  message: string
  status: number
  /** The line as the refusal gave it; null: the server has none. Absent: the refusal was not about a version. */
  line?: { quantity: number; version: number; removed: boolean } | null
  head?: TrollyHead
  /** The rest of the reply, for the screen that shows the decision: checks, order. */
  reply?: unknown
}

export type QueuedOperation = {
  seq: number
  opId: string
  operation: Operation
  /** Version of the line, the details or the trolly that the person saw; null for kinds that carry none. */
  expectedVersion: number | null
  state: OperationState
  /** How often a request with it has left, or may have. */
  attempts: number
  refusal: Refusal | null
}

export const isLineOperation = (operation: Operation): operation is LineOperation => 'product_no' in operation

/** Sent at least once and without an answer: it may or may not have been applied. */
export const isUnanswered = ({ state, attempts }: QueuedOperation): boolean =>
  attempts > 0 && (state === 'pending' || state === 'sending')

/** Waiting, and certainly not applied: it may still be changed or taken back. */
export const isUntouched = ({ state, attempts }: QueuedOperation): boolean =>
  attempts === 0 && (state === 'pending' || state === 'held')
