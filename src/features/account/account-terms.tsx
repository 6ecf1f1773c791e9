import { type Customer, freeDeliveryFrom } from '#domain/customer.ts'
import { MESSAGES } from '#domain/messages.ts'
import { moneyText } from '#domain/money.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Badge } from '#src/ui/status/badge.tsx'

/** What the office has agreed with a customer, as far as it bears on ordering. */
export function AccountTerms({ customer }: { customer: Customer }) {
  const freeFrom = freeDeliveryFrom(customer)
  return (
    <DefinitionList
      items={[
        { term: 'Number', value: customer.id },
        { term: 'Place', value: [customer.town, customer.postcode].filter(Boolean).join(' ') },
        {
          term: 'Payment terms',
          value: customer.accountKind === 'credit' ? 'on account' : 'when ordering or on delivery',
        },
        ...(customer.onStop ? [{ term: 'Status', value: <Badge tone="red" label={MESSAGES.onStop} /> }] : []),
        { term: 'Minimum order', value: limitText(customer.minimumOrderPence || null, 'none') },
        { term: 'Maximum order', value: limitText(customer.maximumOrderPence, 'none') },
        {
          term: 'Free delivery',
          value: freeFrom === null ? 'always' : `from ${moneyText(freeFrom)}`,
        },
        ...(customer.mandatoryCategory
          ? [{ term: 'Every order needs', value: `something from ${customer.mandatoryCategory}` }]
          : []),
        {
          term: 'Age-restricted goods',
          value: customer.ageRestrictedAllowed ? 'allowed: licence held' : 'not without a licence',
        },
      ]}
    />
  )
}

const limitText = (pence: number | null, otherwise: string): string =>
  pence === null ? otherwise : moneyText(pence)
