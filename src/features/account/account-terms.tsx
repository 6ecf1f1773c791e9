import { type Customer, freeDeliveryFrom } from '#domain/customer.ts'
import { MESSAGES } from '#domain/messages.ts'
import { moneyText } from '#domain/money.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Badge } from '#src/ui/status/badge.tsx'

/** Only the terms that affect ordering. */
export function AccountTerms({ customer }: { customer: Customer }) {
  const creditLeft = customer.creditLeftPence ?? null
  const freeFrom = freeDeliveryFrom(customer)
  return (
    <DefinitionList
      items={[
        { term: 'Account number', value: customer.id },
        { term: 'Town', value: [customer.town, customer.postcode].filter(Boolean).join(' ') },
        {
          term: 'Payment terms',
          value: customer.accountKind === 'credit' ? 'On account' : 'When you order or on delivery',
        },
        ...(customer.onStop ? [{ term: 'Status', value: <Badge tone="red" label={MESSAGES.onStop} /> }] : []),
        ...(creditLeft === null
          ? []
          : [{ term: 'Credit available', value: creditLeft > 0 ? moneyText(creditLeft) : 'None' }]),
        { term: 'Minimum order', value: limitText(customer.minimumOrderPence || null, 'None') },
        { term: 'Maximum order', value: limitText(customer.maximumOrderPence, 'None') },
        {
          term: 'Free delivery',
          value: freeFrom === null ? 'Always' : `From ${moneyText(freeFrom)}`,
        },
        ...(customer.mandatoryCategory
          ? [{ term: 'Every order must include', value: `Something from ${customer.mandatoryCategory}` }]
          : []),
        {
          term: 'Age-restricted goods',
          value: customer.ageRestrictedAllowed ? 'Allowed (licence held)' : 'Licence required',
        },
      ]}
    />
  )
}

const limitText = (pence: number | null, otherwise: string): string =>
  pence === null ? otherwise : moneyText(pence)
