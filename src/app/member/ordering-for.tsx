import { IconChevronDown, IconTruckDelivery } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { dayText } from '#domain/london-time.ts'
import { useIsOfficeHome } from '#src/device/use-is-office-home.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { useAssortmentUpkeep } from '#src/features/assortment/use-assortment-upkeep.ts'
import { useCustomerUpkeep } from '#src/features/customers/use-customer-upkeep.ts'
import { OrderBy } from '#src/features/delivery/order-by.tsx'
import { loadWithReload } from '#src/features/updates/reload.ts'
import type { OrderingFor as Ordering } from '#src/store/choice.ts'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './ordering-for.module.css'

const OrderingForChoices = lazy(
  loadWithReload(async () => ({ default: (await import('./ordering-for-choices.tsx')).OrderingForChoices })),
)

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
        <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        <span className={styles.detail}>
          <IconTruckDelivery className={styles.truck} size={18} stroke={1.75} aria-hidden="true" />
          <span>{ordering ? <Day {...ordering} /> : 'and a delivery day'}</span>
        </span>
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Ordering for" flush>
        <OrderingForChoices ordering={ordering} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function Day({ customer, deliveryDay, trolly }: Ordering) {
  // The page itself says the day and counts down to its cut-off.
  const isOfficeHome = useIsOfficeHome()
  const isHome = useLocation().pathname === '/home' && !isOfficeHome
  const day = deliveryDay === null ? 'Choose a delivery day' : dayText(deliveryDay, new Date())
  if (isHome)
    return (
      <>
        <span className={styles.onPhone}>{[customer.id, customer.town].filter(Boolean).join(' · ')}</span>
        <span className={styles.onDesk}>{day}</span>
      </>
    )
  return (
    <>
      {day}
      {deliveryDay === null || trolly?.method === 'collection' ? null : (
        <span className={styles.orderBy}>
          <OrderBy
            customerId={customer.id}
            addressId={trolly?.deliveryAddressId}
            deliveryDay={deliveryDay}
            short
            prefix=" · "
          />
        </span>
      )}
    </>
  )
}
