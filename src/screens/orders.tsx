import { Navigate } from 'react-router-dom'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { PlacedOrders } from '#src/features/orders/placed-orders.tsx'
import { NewTrolly, type NewTrollyProps } from '#src/features/trolly/open-trollies/start-shopping.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { PageLinks } from '#src/ui/layout/page-links.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useShortcutTarget } from './orders/shortcut-target.ts'

export function Screen() {
  return <WithCustomer>{(orderingFor) => <OrdersPage orderingFor={orderingFor} />}</WithCustomer>
}

function OrdersPage({ orderingFor }: Pick<NewTrollyProps, 'orderingFor'>) {
  const { customer, trolly } = orderingFor
  const target = useShortcutTarget(trolly?.id)
  if (target !== undefined) return <Navigate to={target} replace />
  return (
    <>
      <PageHeader
        title="Orders"
        detail={customer.name}
        actions={
          <>
            <PageLinks />
            <NewTrolly orderingFor={orderingFor} variant="filled" />
          </>
        }
      />
      <Section title="Open trollies" flush>
        <TrollyList customerId={customer.id} currentId={trolly?.id ?? null} />
      </Section>
      <PlacedOrders customerId={customer.id} />
    </>
  )
}
