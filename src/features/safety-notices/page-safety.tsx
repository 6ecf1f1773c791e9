import { useMemo } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { heldLines, recallsIn, type SafetyEntry } from '#domain/safety-entries.ts'
import { recallActionText } from '#domain/safety-words.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { EntriesBanner } from './safety-banner.tsx'
import { SafetyList, type SafetyListProps } from './safety-list.tsx'
import { useSafetyEntries } from './use-safety-entries.ts'

// In one file, because each lazy file adds its name to what an open trolly loads.

/** Notices of the products that are about to be ordered. */
export function CheckoutSafety(props: SafetyListProps) {
  return (
    <Section title="Read this before you order">
      <SafetyList {...props} />
    </Section>
  )
}

/** On a product’s page, until it is confirmed, and a recall until it is withdrawn. */
export function ProductSafety({ customerId, product_no }: { customerId: string; product_no: string }) {
  const known = useSafetyEntries(customerId)
  const entries = useMemo(
    () => known.filter(({ products }) => products.some((product) => product.product_no === product_no)),
    [known, product_no],
  )
  return entries.length === 0 ? null : (
    <Section title="Safety notices">
      <SafetyList customerId={customerId} entries={entries} />
    </Section>
  )
}

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
  const names = heldLines(lines).flatMap(({ product_no, name }) => (recalled.has(product_no) ? [name] : []))
  const [{ recall } = {}, ...more] = recalls
  const action = recall && more.length === 0 ? ` ${recallActionText(recall.action)}.` : ''
  return `Recalled: ${[...new Set(names)].join(', ')}.${action}`
}
