import type { TrollyDetails, TrollyHead } from '#domain/trolly.ts'

/** Every kind has a module in kinds/ and a row in kinds.ts. */
export type Operation = TrollyOperation | LineOperation

export type LineOperation = Add | SetQuantity | Remove
export type TrollyOperation = Create | Details | Delete | Checkout

export type Create = {
  kind: 'create'
  trollyId: string
  customerId: string
  /** Prices the trolly until the server has it; not sent. */
  priceListId: string
  createdAt: string
  details: TrollyDetails
}
export type Add = {
  kind: 'add'
  product_no: string
  quantity: number
  seenPricePence: number | null
  /** The line existed when added to: if it has gone since, ask rather than add a new line. */
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
/** Carries what the person saw; the server answers any difference with a review. */
export type Checkout = {
  kind: 'checkout'
  deliveryDay: string | null
  lines: { product_no: string; quantity: number; unitPricePence: number | null }[]
  totalPence: number
  confirmations: { ageRestricted: boolean; catchWeight: boolean }
}

/** The total the person saw, in pence; null where no line had a price. */
export const seenTotalPence = ({
  lines,
  totalPence,
}: {
  lines: readonly { unitPricePence: number | null }[]
  totalPence: number
}): number | null =>
  lines.length > 0 && lines.every(({ unitPricePence }) => unitPricePence === null) ? null : totalPence

export type OperationState = 'pending' | 'sending' | 'attention' | 'held'

/** The reply's code and, where given, the server's state at that time. */
export type Refusal = {
  code: string
  message: string
  status: number
  /** null: the server has no such line. Absent: the refusal was not about a version. */
  line?: { quantity: number; version: number; removed: boolean } | null
  head?: TrollyHead
  /** The rest of the reply (checks, order), for the decision screen. */
  reply?: unknown
}

export type QueuedOperation = {
  seq: number
  opId: string
  operation: Operation
  /** The version seen of the line, details or trolly; null for kinds without one. */
  expectedVersion: number | null
  state: OperationState
  /** Requests that were, or may have been, sent. */
  attempts: number
  refusal: Refusal | null
}

export const isLineOperation = (operation: Operation): operation is LineOperation => 'product_no' in operation

/** Sent without an answer: it may or may not have been applied. */
export const isUnanswered = ({ state, attempts }: QueuedOperation): boolean =>
  attempts > 0 && (state === 'pending' || state === 'sending')

/** Certainly not applied: it may still be changed or withdrawn. */
export const isUntouched = ({ state, attempts }: QueuedOperation): boolean =>
  attempts === 0 && (state === 'pending' || state === 'held')
