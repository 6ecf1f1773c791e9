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
  /** Nothing is left to do, but it is still said of the goods. */
  isConfirmed: boolean
}

/** Recalls first, since they are urgent; then changes by product. @param notices in the order in which they were made */
export const safetyEntries = (notices: readonly SafetyNotice[]): SafetyEntry[] => {
  const recalls = notices.flatMap((notice): SafetyEntry[] => {
    const { id, edition, products, at, recall, isRead, isConfirmed = false } = notice
    if (recall === null) return []
    const of = { key: id, notices: [{ id, edition }], products, at, change: undefined, recall }
    return [{ ...of, isRead: isRead || isConfirmed, isConfirmed }]
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
      isConfirmed: false,
    }
  })
  return [...recalls, ...entries]
}

type HeldOrder = {
  deliveryDay: string
  lines: readonly { product_no: string; quantity: number; deliveredQuantity: number | null }[]
}

/** Leaves out the goods that were ordered and did not come. */
export const heldLines = <Line extends HeldOrder['lines'][number]>(lines: readonly Line[]): Line[] =>
  lines.filter(({ quantity, deliveredQuantity }) => (deliveredQuantity ?? quantity) > 0)

/** Recalls that affect an order. Deliveries from before the recalled goods went out are not affected. */
export const recallsIn = (
  { deliveryDay, lines }: HeldOrder,
  entries: readonly SafetyEntry[],
): SafetyEntry[] => {
  const held = new Set(heldLines(lines).map(({ product_no }) => product_no))
  return entries.filter(
    ({ recall, products }) =>
      recall !== undefined &&
      deliveryDay >= (recall.boughtSince ?? '') &&
      products.some(({ product_no }) => held.has(product_no)),
  )
}

/** Confirmed changes of allergens are done with; a recall’s goods may still be in an order or on a shelf. */
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
    .map((notice) => ({
      ...notice,
      isRead: notice.isRead || read.has(editionOf(notice)),
      isConfirmed: notice.isConfirmed === true || acknowledged.has(editionOf(notice)),
    }))
    .filter(({ isConfirmed, recall }) => !isConfirmed || recall !== null)
}

const editionOf = ({ id, edition }: NoticeEdition): string => `${id} ${edition}`

/** Those that the customer has not confirmed, and confirmed recalls until they are withdrawn. */
export const safetyShown = (customerId: string) => ({
  lane: safetyLane(customerId),
  rules: SAFETY_KINDS,
  view: viewNotices,
})
