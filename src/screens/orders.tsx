import { Navigate } from 'react-router-dom'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { PlacedOrders } from '#src/features/home/placed-orders.tsx'
import { NewTrolly, type NewTrollyProps } from '#src/features/home/start-shopping.tsx'
import { TrollyList } from '#src/features/home/trolly-list.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
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
            <ButtonLink to="/orders/favourites">Favourites</ButtonLink>
            <ButtonLink to="/orders/templates">Templates</ButtonLink>
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
