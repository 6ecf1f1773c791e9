import { useMemo } from 'react'
import { Section } from '#src/ui/layout/section.tsx'
import { SafetyList } from './safety-list.tsx'
import { useSafetyEntries } from './use-safety-entries.ts'

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
