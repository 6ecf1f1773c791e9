import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Customer } from '#domain/customer.ts'
import { dayText } from '#domain/london-time.ts'
import { customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { useAssortmentUpkeep } from '#src/features/assortment/use-assortment-upkeep.ts'
import { chooseCustomer } from '#src/features/customers/choose-customer.ts'
import { LateAccountPicker } from '#src/features/customers/late-account-picker.tsx'
import { useCustomerUpkeep } from '#src/features/customers/use-customer-upkeep.ts'
import { orderForDay } from '#src/features/delivery/choose-day.ts'
import { LateDayPicker } from '#src/features/delivery/late-day-picker.tsx'
import { OrderBy } from '#src/features/delivery/order-by.tsx'
import type { OrderingFor as Ordering } from '#src/store/choice.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './ordering-for.module.css'

/** The account and delivery day in the top bar, in its colours; opens their sheet. */
export function OrderingFor() {
  useCustomerUpkeep()
  useAssortmentUpkeep()
  const { value: ordering } = useOrderingFor()
  const [open, setOpen] = useState(false)
  if (ordering === undefined) return null
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={styles.title}>
          <Hidden>Ordering for </Hidden>
          {ordering?.customer.name ?? 'Choose an account'}
        </span>
        <span className={styles.detail}>{ordering ? <Day {...ordering} /> : 'and a delivery day'}</span>
        <IconSelector className={styles.chevron} size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Ordering for" flush>
        <Choices ordering={ordering} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function Day({ customer, deliveryDay, trolly }: Ordering) {
  if (deliveryDay === null) return 'Choose a delivery day'
  return (
    <>
      {dayText(deliveryDay, new Date())}
      {trolly?.method === 'collection' ? null : (
        <OrderBy
          customerId={customer.id}
          addressId={trolly?.deliveryAddressId}
          deliveryDay={deliveryDay}
          short
          prefix=" · "
        />
      )}
    </>
  )
}

/** The account first if none is chosen, then the day, which changes most often. */
function Choices({ ordering, onDone }: { ordering: Ordering | null; onDone: () => void }) {
  const device = useUserDevice()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [changingAccount, setChangingAccount] = useState(false)
  const all = useQuery(customersQuery(useApi())).data
  const hasOthers = all !== undefined && all.total > 1
  if (!ordering || changingAccount) {
    const choose = (customer: Customer) => {
      setChangingAccount(false)
      // A trolly keeps its customer: leave it, or the order would be under the wrong name.
      if (pathname.startsWith('/orders/create') && customer.id !== ordering?.customer.id) {
        onDone()
        navigate('/home')
      }
      void chooseCustomer(device, customer)
    }
    return <LateAccountPicker value={ordering?.customer.id} onChoose={choose} />
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
        <LateDayPicker
          onLost={onDone}
          customerId={customer.id}
          addressId={trolly?.deliveryAddressId}
          value={deliveryDay ?? undefined}
          onChoose={(day) => {
            onDone()
            void orderForDay(device, day)
          }}
        />
      </Section>
    </>
  )
}
