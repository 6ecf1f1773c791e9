import { useMemo } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { recallsIn, type SafetyEntry } from '#domain/safety-entries.ts'
import { recallActionText } from '#domain/safety-words.ts'
import { EntriesBanner } from './safety-banner.tsx'
import { useSafetyEntries } from './use-safety-entries.ts'

/** On the page of an order that holds recalled goods, whether or not the recall is confirmed. */
export function OrderSafety({ order }: { order: TrackedOrder }) {
  const { customerId, cancelledAt, replacedAt } = order
  const entries = useSafetyEntries(customerId)
  const recalls = useMemo(() => recallsIn(order, entries), [order, entries])
  if (recalls.length === 0 || cancelledAt !== null || replacedAt !== null) return null
  return (
    <EntriesBanner inset customerId={customerId} entries={recalls} words={recalledWords(order, recalls)} />
  )
}

const recalledWords = ({ lines }: TrackedOrder, recalls: readonly SafetyEntry[]): string => {
  const recalled = new Set(recalls.flatMap(({ products }) => products.map(({ product_no }) => product_no)))
  const names = lines.flatMap(({ product_no, name }) => (recalled.has(product_no) ? [name] : []))
  const [{ recall } = {}, ...more] = recalls
  const action = recall && more.length === 0 ? ` ${recallActionText(recall.action)}.` : ''
  return `Recalled: ${[...new Set(names)].join(', ')}.${action}`
}
