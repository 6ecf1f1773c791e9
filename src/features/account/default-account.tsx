import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import type { Customer } from '#domain/customer.ts'
import { customersQuery } from '#src/device/customers/customer-queries.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { useApi, useUser } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { useAccountUpdate } from './use-account-update.ts'

type DefaultAccountProps = {
  /** The list of accounts, which belongs to another feature. */
  picker: (chosen: string | undefined, onChoose: (customer: Customer) => void) => ReactNode
}

/** The account that a new sign-in begins with; for those who order for more than one. */
export function DefaultAccount({ picker }: DefaultAccountProps) {
  const api = useApi()
  const update = useAccountUpdate()
  const needsConnection = useNeedsConnection()
  const chosen = useUser().default_customer ?? undefined
  const customer = useCustomer(chosen)
  const all = useQuery(customersQuery(api)).data
  const [isChoosing, setChoosing] = useState(false)
  if (chosen === undefined && (all === undefined || all.total < 2)) return null
  const choose = async (id: string | null) => {
    setChoosing(false)
    try {
      await update({ default_customer: id }, ACCOUNT_MESSAGES.accountUpdated)
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Section title="Default account">
      <Text>
        {chosen === undefined ? (
          'None. After signing in on a new device you choose who you are ordering for.'
        ) : (
          <>
            A sign-in on a new device begins with <strong>{customer?.name ?? chosen}</strong>.
          </>
        )}
      </Text>
      <Group gap={12} mt={16}>
        <Button {...needsConnection} onClick={() => setChoosing(true)}>
          {chosen === undefined ? 'Choose an account' : 'Choose another'}
        </Button>
        {chosen === undefined ? null : (
          <Button variant="subtle" {...needsConnection} onClick={() => choose(null)}>
            No default
          </Button>
        )}
      </Group>
      <Sheet open={isChoosing} onClose={() => setChoosing(false)} title="Default account" flush>
        {picker(chosen, ({ id }) => void choose(id))}
      </Sheet>
    </Section>
  )
}
