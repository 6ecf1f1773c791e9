import { type Lane, laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import type { KindRules } from '#domain/outbox/rules.ts'

/** What one template's shelves hold, counted by any of its users on any of their devices. The last entry for a product wins. */
export type Count = CountStart & { state: CountState; entries: CountEntry[] }

/** Every change carries it, so that whichever arrives first begins the count. */
export type CountStart = {
  /** The device makes it. */
  id: string
  templateId: string
  /** ISO instant. */
  startedAt: string
  startedByName: string
}

/** `halves`: on the shelf, in half packs; null: skipped. */
export type CountEntry = { product_no: string; halves: number | null; countedAt: string }

/** Closed by becoming lines of a trolly, which is final, or by being discarded. */
export const COUNT_STATES = ['open', 'ordered', 'discarded'] as const
export type CountState = (typeof COUNT_STATES)[number]

/** A count has an entry for each product that its template has held, however that has changed since. */
export const COUNT_ENTRIES_MAX = 1_000

/** One that nobody has changed for so long is deleted, whatever its state. */
export const COUNT_KEPT_DAYS = 30

export const COUNTS = 'counts'

export const countsLane = (customerId: string): Lane => laneOf(COUNTS, customerId)

export type CountOperation = { start: CountStart } & (
  | ({ kind: 'enter' } & CountEntry)
  | { kind: 'close'; state: CountState; trollyId?: string }
)

export type CountRecord = OutboxRecord<CountOperation>

/** A refused change is dropped, leaving the server's count. */
const rules: KindRules<CountOperation, CountOperation> = {
  subject: (operation) => `${operation.start.id} ${operation.kind === 'enter' ? operation.product_no : ''}`,
  foldAfter: (operation) => operation,
  isDone: () => true,
  repeatable: true,
}

export const COUNT_KINDS = { enter: { ...rules, gathers: true }, close: rules }

export const withEntry = (count: Count, entry: CountEntry): Count => ({
  ...count,
  entries: [...count.entries.filter(({ product_no }) => product_no !== entry.product_no), entry],
})

type NameOf = (product_no: string) => string

export const countOperationText = (operation: CountOperation, nameOf: NameOf): string =>
  operation.kind === 'enter' ? `Count ${nameOf(operation.product_no)}` : 'Close the count'

/** Someone else closed the count, unless an older server knows no counts. */
export const refusedCountsText = (
  refused: readonly { operation: CountOperation; code: string }[],
  nameOf: NameOf,
): string => {
  const names = refused.flatMap(({ operation }) =>
    operation.kind === 'enter' ? [nameOf(operation.product_no)] : [],
  )
  if (!refused.every(({ code }) => code === 'count_closed')) return 'Your count could not be saved.'
  return names.length > 0
    ? `Not counted: ${names.join(', ')}. Someone had finished or discarded this count.`
    : 'This count had already gone into another trolly. Check your trollies, so that nothing is ordered twice.'
}
