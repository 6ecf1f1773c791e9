import {
  COUNT_KINDS,
  type Count,
  type CountEntry,
  type CountOperation,
  type CountRecord,
  countsLane,
  withEntry,
} from './count.ts'

export const countsShown = (customerId: string) => ({
  lane: countsLane(customerId),
  rules: COUNT_KINDS,
  view: viewCounts,
})

/** The open ones, latest first. */
export const viewCounts = (
  stored: readonly Count[],
  queue: readonly Pick<CountRecord, 'operation'>[],
): Count[] => {
  const all = new Map(stored.map((count) => [count.id, count]))
  for (const { operation } of queue) all.set(operation.start.id, withChange(all, operation))
  return [...all.values()]
    .filter(({ state }) => state === 'open')
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
}

const withChange = (counts: ReadonlyMap<string, Count>, operation: CountOperation): Count => {
  const count = counts.get(operation.start.id) ?? { ...operation.start, state: 'open', entries: [] }
  if (operation.kind === 'close') return { ...count, state: operation.state }
  const { product_no, halves, countedAt } = operation
  return withEntry(count, { product_no, halves, countedAt })
}

/** Skipped products have entries too. */
export const isEntered = ({ halves }: CountEntry): boolean => halves !== null
