import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Customer } from '#domain/customer.ts'
import { isStaffType } from '#domain/user.ts'
import { customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi, useUser, useUserDevice } from '#src/device/device-context.tsx'
import { CUSTOMER_HOME } from '#src/device/use-is-office-home.ts'
import { AccountPicker } from '#src/features/customers/account-picker.tsx'
import { chooseCustomer } from '#src/features/customers/choose-customer.ts'
import { orderForDay } from '#src/features/delivery/choose-day.ts'
import { DayPicker } from '#src/features/delivery/day-picker.tsx'
import type { OrderingFor } from '#src/store/choice.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export type OrderingForChoicesProps = { ordering: OrderingFor | null; onDone: () => void }

/** The account first if none is chosen, then the day, which changes most often. */
export function OrderingForChoices({ ordering, onDone }: OrderingForChoicesProps) {
  const device = useUserDevice()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { account_type } = useUser()
  const [changingAccount, setChangingAccount] = useState(false)
  const all = useQuery(customersQuery(useApi())).data
  const hasOthers = all !== undefined && all.total > 1
  if (!ordering || changingAccount) {
    const choose = (customer: Customer) => {
      setChangingAccount(false)
      // A trolly keeps its customer: leave it, or the order would be under the wrong name.
      if (pathname.startsWith('/orders/create') && customer.id !== ordering?.customer.id) {
        onDone()
        navigate(isStaffType(account_type) ? CUSTOMER_HOME : '/home')
      }
      void chooseCustomer(device, customer)
    }
    return <AccountPicker value={ordering?.customer.id} onChoose={choose} />
  }
  const { customer, deliveryDay, trolly } = ordering
  return (
    <>
      <Section
        title={customer.name}
        action={
          hasOthers ? (
            <Button variant="subtle" compact onClick={() => setChangingAccount(true)}>
              Change account
            </Button>
          ) : null
        }
      >
        {[customer.id, customer.town, customer.postcode].filter(Boolean).join(' · ')}
      </Section>
      <Section title={trolly ? 'Delivery day of this trolly' : 'Delivery day'} flush>
        <DayPicker
          customerId={customer.id}
          addressId={trolly?.deliveryAddressId}
          value={deliveryDay ?? undefined}
          onChoose={(day) => orderForDay(device, day)}
          onChosen={onDone}
        />
      </Section>
    </>
  )
}
