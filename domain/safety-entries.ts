import { collapseChanges } from './allergen-changes.ts'
import {
  type Declared,
  type NoticeEdition,
  SAFETY_KINDS,
  type SafetyNotice,
  type SafetyOperation,
  safetyLane,
} from './safety-notices.ts'

/** What a person reads and confirms at once: a recall, or all that has changed of one product’s allergens. */
export type SafetyEntry = {
  key: string
  notices: NoticeEdition[]
  products: SafetyNotice['products']
  /** ISO instant of the last change. */
  at: string
  change: { before: Declared; after: Declared } | undefined
  recall: NonNullable<SafetyNotice['recall']> | undefined
  isRead: boolean
}

/** Recalls first, since they are urgent; then changes by product. @param notices in the order in which they were made */
export const safetyEntries = (notices: readonly SafetyNotice[]): SafetyEntry[] => {
  const recalls = notices.flatMap((notice): SafetyEntry[] => {
    const { id, edition, products, at, recall, isRead } = notice
    if (recall === null) return []
    return [{ key: id, notices: [{ id, edition }], products, at, change: undefined, recall, isRead }]
  })
  const changes = notices.flatMap((notice) => {
    const { before, after, products } = notice
    const product_no = products[0]?.product_no
    return before === null || after === null || product_no === undefined
      ? []
      : [{ product_no, before, after, notice }]
  })
  const entries = collapseChanges(changes).map(({ before, after, changes: of }): SafetyEntry => {
    const last = of.at(-1)?.notice
    return {
      key: of.map(({ notice }) => notice.id).join(' '),
      notices: of.map(({ notice: { id, edition } }) => ({ id, edition })),
      products: last?.products ?? [],
      at: last?.at ?? '',
      change: { before, after },
      recall: undefined,
      isRead: of.every(({ notice }) => notice.isRead),
    }
  })
  return [...recalls, ...entries]
}

const viewNotices = (
  stored: readonly SafetyNotice[],
  queue: readonly { operation: SafetyOperation }[],
): SafetyNotice[] => {
  const named = (kind: SafetyOperation['kind']) =>
    new Set(
      queue.flatMap(({ operation }) => (operation.kind === kind ? operation.notices.map(editionOf) : [])),
    )
  const [read, acknowledged] = [named('read'), named('acknowledge')]
  return stored
    .filter((notice) => !acknowledged.has(editionOf(notice)))
    .map((notice) => (read.has(editionOf(notice)) ? { ...notice, isRead: true } : notice))
}

const editionOf = ({ id, edition }: NoticeEdition): string => `${id} ${edition}`

/** Those that the customer has not confirmed. */
export const safetyShown = (customerId: string) => ({
  lane: safetyLane(customerId),
  rules: SAFETY_KINDS,
  view: viewNotices,
})
