import { Box } from '@mantine/core'
import { AccountTerms } from '#src/features/account/account-terms.tsx'
import { SignedInAs } from '#src/features/account/signed-in-as.tsx'
import { Accounts } from '#src/features/customers/accounts.tsx'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { SignOutButton } from '#src/features/session/sign-out-button.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export function Screen() {
  return (
    <WithCustomer>
      {({ customer }) => (
        <Box maw="44rem">
          <PageHeader title="Account" actions={<SignOutButton />} />
          <Section title="Signed in">
            <SignedInAs />
          </Section>
          <Section title={customer.name}>
            <AccountTerms customer={customer} />
            <ButtonLink to="/accounts/copy-invoice-statement">Invoices and statements</ButtonLink>
            {customer.accountKind === 'cash' ? (
              <ButtonLink to="/accounts/delivery-addresses">Delivery addresses</ButtonLink>
            ) : null}
          </Section>
          <Section title="You can order for" flush>
            <Accounts chosenId={customer.id} />
          </Section>
        </Box>
      )}
    </WithCustomer>
  )
}
