import type { QueuedOperation } from '#domain/trollies/operation.ts'
import type { DeliveryChoice } from '#domain/trolly.ts'
import type { LineEdit } from './person.ts'

export type Seen = {
  device: string
  trollyId: string
  /** null: the details. */
  product_no: string | null
  /** Newest version on screen, not hidden by a quantity of their own. */
  version: number
  /** The line was in the trolly. */
  present: boolean
  /** The line was in the trolly as the server had last told it. */
  isTold?: boolean
}

/**
 * quantity null: an addition, which the sum accounts for. madeOf: the result of adding it to their own waiting quantity; both are
 * refused, and decided, as that one quantity.
 */
export type Wish = { opId: string; quantity: number | null; madeOf?: number }

export type Edited = {
  device: string
  trollyId: string
  edit: LineEdit
  present: boolean
  rowVersion: number
  isTold: boolean
  queueBefore: readonly QueuedOperation[]
  queueAfter: readonly QueuedOperation[]
  shownAfter: number
}
export type Detailed = {
  device: string
  trollyId: string
  rowVersion: number
  queueBefore: readonly QueuedOperation[]
  queueAfter: readonly QueuedOperation[]
}
export type Decided = {
  device: string
  trollyId: string
  asked: QueuedOperation
  choice: 'mine' | 'theirs'
  queueAfter: readonly QueuedOperation[]
}
/** Everything waiting for a trolly on a device. */
export type Lane = { device: string; trollyId: string; queue: readonly QueuedOperation[] }

/** An order as shown on screen, or as placed. */
export type SeenOrder = DeliveryChoice & {
  deliveryDay: string | null
  lines: readonly SeenLine[]
  totalPence: number
  deliveryChargePence?: number
}

export type SeenLine = { product_no: string; quantity: number; unitPricePence: number | null }
