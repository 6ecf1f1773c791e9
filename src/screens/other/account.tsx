import { Box, Group } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { type Customer, freeDeliveryFrom } from '#domain/customer.ts'
import { MESSAGES } from '#domain/messages.ts'
import { moneyText } from '#domain/money.ts'
import { useUser } from '#src/device/device-context.tsx'
import { useUnreadable } from '#src/device/use-list-state.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { YourAgent } from '#src/features/agents/your-agent.tsx'
import { Accounts } from '#src/features/customers/accounts.tsx'
import { SignOutQuestion } from '#src/features/session/sign-out-question.tsx'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'

/** Opens without a customer too: a new sign-in has none yet, and must still be able to see itself and sign out. */
export function Screen() {
  const unreadable = useUnreadable()
  const { state, value: ordering } = useOrderingFor()
  return (
    <Box maw="44rem" mx={{ base: 'auto', lg: 0 }}>
      <PageHeader title="Account" actions={<SignOutButton />} />
      <Section title="Signed in">
        <SignedInAs />
        <Box mt={16}>
          <ButtonLink to="/auth/update-user">Your details</ButtonLink>
        </Box>
      </Section>
      {state === 'failed' ? <FailedState {...unreadable} /> : null}
      {ordering ? <CustomerSection customer={ordering.customer} /> : null}
      {ordering ? <YourAgent customerId={ordering.customer.id} /> : null}
      {state === 'ready' ? (
        <Section title="You can order for" flush>
          <Accounts chosenId={ordering?.customer.id} />
        </Section>
      ) : null}
    </Box>
  )
}

function CustomerSection({ customer }: { customer: Customer }) {
  return (
    <Section title={customer.name}>
      <AccountTerms customer={customer} />
      <Group gap={12} mt={16}>
        <ButtonLink to="/accounts/copy-invoice-statement">Invoices and statements</ButtonLink>
        {customer.accountKind === 'cash' ? (
          <ButtonLink to="/accounts/delivery-addresses">Delivery addresses</ButtonLink>
        ) : null}
      </Group>
    </Section>
  )
}

function SignedInAs() {
  const { username, email } = useUser()
  const mayOrder = useMayOrder()
  return (
    <DefinitionList
      beside
      items={[
        { term: 'Name', value: username },
        { term: 'E-mail', value: email },
        { term: 'Can place orders', value: mayOrder ? 'Yes' : 'No' },
      ]}
    />
  )
}

/** Only the terms that affect ordering. */
function AccountTerms({ customer }: { customer: Customer }) {
  const creditLeft = customer.creditLeftPence ?? null
  const freeFrom = freeDeliveryFrom(customer)
  return (
    <DefinitionList
      beside
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

function SignOutButton() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        icon={<IconLogout size={20} stroke={1.75} aria-hidden="true" />}
        loading={asking}
        onClick={() => setAsking(true)}
      >
        Sign out
      </Button>
      {asking ? <SignOutQuestion onClose={() => setAsking(false)} /> : null}
    </>
  )
}
