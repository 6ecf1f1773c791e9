import { type Lane, laneOf, type OutboxRecord } from './outbox/record.ts'
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
  /** Those of the products that the customer bought. `lastBought` is a delivery day. */
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
  } | null
  /** Whether somebody at the customer's has had it on their screen. */
  isRead: boolean
}

export type NoticeEdition = Pick<SafetyNotice, 'id' | 'edition'>

/** Most notices that one change, or one reply, names. */
export const NOTICES_MOST = 500

export type SafetyOperation = { kind: 'read' | 'acknowledge'; notices: NoticeEdition[] }

export type SafetyRecord = OutboxRecord<SafetyOperation>

/** A refused one is dropped: the notice is shown again. */
const rules: KindRules<SafetyOperation, SafetyOperation> = {
  subject: ({ kind }) => kind,
  foldAfter: (operation, waiting) => {
    const notices = [
      ...waiting.notices,
      ...operation.notices.filter(({ id }) => waiting.notices.every((known) => known.id !== id)),
    ]
    return notices.length > NOTICES_MOST ? undefined : { kind: operation.kind, notices }
  },
  isDone: () => true,
  repeatable: true,
  gathers: true,
}

export const SAFETY_KINDS = { read: rules, acknowledge: rules }

const viewNotices = (
  stored: readonly SafetyNotice[],
  queue: readonly Pick<SafetyRecord, 'operation'>[],
): SafetyNotice[] => {
  const named = (kind: SafetyOperation['kind']) =>
    new Set(
      queue.flatMap(({ operation }) =>
        operation.kind === kind ? operation.notices.map(({ id, edition }) => `${id} ${edition}`) : [],
      ),
    )
  const [read, acknowledged] = [named('read'), named('acknowledge')]
  return stored
    .filter(({ id, edition }) => !acknowledged.has(`${id} ${edition}`))
    .map((notice) => (read.has(`${notice.id} ${notice.edition}`) ? { ...notice, isRead: true } : notice))
}

/** Those that the customer has not confirmed. */
export const safetyShown = (customerId: string) => ({
  lane: safetyLane(customerId),
  rules: SAFETY_KINDS,
  view: viewNotices,
})

export const safetyText = ({ kind, notices }: SafetyOperation): string =>
  `${kind === 'read' ? 'Seen' : 'Confirmed as read'}: ${notices.length === 1 ? 'a safety notice' : `${notices.length} safety notices`}`
