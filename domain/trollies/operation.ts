import type { LineTerms, TermsChange } from '#domain/line-terms.ts'
import type { Refusal as OutboxRefusal, Queued } from '#domain/outbox/operation.ts'
import type { OutboxRecord } from '#domain/outbox/record.ts'
import type { PayWay } from '#domain/payment.ts'
import type { DeliveryChoice, TrollyDetails, TrollyHead } from '#domain/trolly.ts'

export type Operation = TrollyOperation | LineOperation | Terms

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
/** Note and substitution of a line. The last state of each wins, so they have no version. */
export type Terms = TermsChange & { kind: 'terms'; product_no: string }
export type Details = { kind: 'details'; changes: Partial<TrollyDetails> }
export type Delete = { kind: 'delete' }
/** Carries what the person saw; the server answers any difference with a review. */
export type Checkout = DeliveryChoice & {
  kind: 'checkout'
  deliveryDay: string | null
  lines: (Omit<LineTerms, 'substitution'> & {
    product_no: string
    quantity: number
    unitPricePence: number | null
    /** null: none was seen. Missing from older builds, which show none. */
    substitution?: LineTerms['substitution'] | null
  })[]
  totalPence: number
  deliveryChargePence?: number
  confirmations: { ageRestricted: boolean; catchWeight: boolean }
  payBy?: PayWay
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

export type Refusal = OutboxRefusal & {
  /** null: the server has no such line. Missing: the refusal was not about a version. */
  line?: { quantity: number; version: number; removed: boolean } | null
  head?: TrollyHead
}

export type QueuedOperation = Queued<Operation, Refusal>

export type TrollyRecord = OutboxRecord<Operation, Refusal>

export const TROLLY = 'trolly'

/** A change of a line's quantity. */
export const isLineOperation = (operation: Operation): operation is LineOperation =>
  'product_no' in operation && operation.kind !== 'terms'

/** This includes a change of a line's terms. */
export const isAboutLine = (operation: Operation): operation is LineOperation | Terms =>
  'product_no' in operation
