import { weekdaysText } from '#domain/delivery-words.ts'
import { ContactLink } from '#src/ui/action/contact-link.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useCustomerAgent } from './use-customer-agent.ts'

/** Nothing where the customer has no agent. */
export function YourAgent({ customerId }: { customerId: string }) {
  const { agent } = useCustomerAgent(customerId)
  if (agent === undefined) return null
  const { name, phone, email, weekdays, cutOffTime } = agent
  return (
    <Section title="Your agent">
      <DefinitionList
        beside
        items={[
          { term: 'Name', value: name },
          ...(phone === '' ? [] : [{ term: 'Telephone', value: <ContactLink to={{ phone }} /> }]),
          ...(email === '' ? [] : [{ term: 'E-mail', value: <ContactLink to={{ email }} /> }]),
          ...(weekdays.length === 0 ? [] : [{ term: 'Visits', value: weekdaysText(weekdays) }]),
          { term: 'Takes orders until', value: cutOffTime },
        ]}
      />
    </Section>
  )
}
