import { Section } from '#src/ui/layout/section.tsx'
import { SafetyList } from './safety-list.tsx'
import { useSafetyEntries } from './use-safety-entries.ts'

/** On a product’s page, until it is confirmed. */
export function ProductSafety({ customerId, product_no }: { customerId: string; product_no: string }) {
  const entries = useSafetyEntries(customerId).filter(({ products }) =>
    products.some((product) => product.product_no === product_no),
  )
  return entries.length === 0 ? null : (
    <Section title="Safety notices">
      <SafetyList customerId={customerId} entries={entries} />
    </Section>
  )
}
