import { type Lane, laneOf } from './outbox/record.ts'
import type { KindRules } from './outbox/rules.ts'
import type { Allergen } from './product.ts'

/** What customers must know about goods they have bought: changed allergens, and recalls. */

export const SAFETY = 'safety-notices'

export const safetyLane = (customerId: string): Lane => laneOf(SAFETY, customerId)

export type Declared = { contains: Allergen[] | null; mayContain: Allergen[] | null }

export type SafetyNotice = {
  id: string
  /** A recall that is reworded has another one, and must be confirmed again. */
  edition: number
  /** ISO instant. */
  at: string
  /** Those of the products that the customer bought. `lastBought` is a delivery day, which may be to come. A quantity of 0: none is bought, but it may come as an agreed substitute. */
  products: { product_no: string; name: string; pack: string; quantity: number; lastBought: string }[]
  /** Absent for a recall. */
  before: Declared | null
  after: Declared | null
  /** Absent for changed allergens. */
  recall: {
    reference: string
    batches: string[]
    useBy: string
    reason: string
    action: string
    advice: string
    /** The first delivery day of the goods; an earlier server does not say. */
    boughtSince?: string
  } | null
  /** Whether somebody at the customer's has had it on their screen. */
  isRead: boolean
  /** Whether somebody at the customer’s has confirmed it, or was phoned. Absent: not. */
  isConfirmed?: boolean
}

export type NoticeEdition = Pick<SafetyNotice, 'id' | 'edition'>

/** Most notices that one change names. */
export const NOTICES_MOST = 500

export const SAFETY_CHANGES = ['read', 'acknowledge'] as const

export type SafetyOperation = { kind: (typeof SAFETY_CHANGES)[number]; notices: NoticeEdition[] }

/** A refused one is dropped: the notice is shown again. */
const rules: KindRules<SafetyOperation, SafetyOperation> = {
  subject: ({ kind, notices }) => kind + notices[0]?.id,
  foldAfter: () => undefined,
  isDone: () => true,
  repeatable: true,
}

export const SAFETY_KINDS = { read: rules, acknowledge: rules }
