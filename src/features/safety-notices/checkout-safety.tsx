import { Section } from '#src/ui/layout/section.tsx'
import { SafetyList, type SafetyListProps } from './safety-list.tsx'

/** Notices of the products that are about to be ordered. */
export function CheckoutSafety(props: SafetyListProps) {
  return (
    <Section title="Read this before you order">
      <SafetyList {...props} />
    </Section>
  )
}
