import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { PlacedOrders } from '#src/features/home/placed-orders.tsx'
import { NewTrolly } from '#src/features/home/start-shopping.tsx'
import { TrollyList } from '#src/features/home/trolly-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

/** /orders: the customer's ordering at a glance. */
export function Screen() {
  return (
    <WithCustomer>
      {(orderingFor) => {
        const { customer, trolly } = orderingFor
        return (
          <>
            <PageHeader
              title="Orders"
              detail={customer.name}
              actions={<NewTrolly orderingFor={orderingFor} kind="main" />}
            />
            <Section title="Open trollies" flush>
              <TrollyList customerId={customer.id} currentId={trolly?.id ?? null} />
            </Section>
            <PlacedOrders customerId={customer.id} />
          </>
        )
      }}
    </WithCustomer>
  )
}
