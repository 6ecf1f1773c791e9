import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { DeliveryDay } from '#src/features/delivery/delivery-day.tsx'
import { NextDelivery } from '#src/features/delivery/next-delivery.tsx'
import { MayOrderNote } from '#src/features/home/may-order-note.tsx'
import { NewTrolly, StartShopping } from '#src/features/home/start-shopping.tsx'
import { TrollyList } from '#src/features/home/trolly-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

/** /home */
export function Screen() {
  return (
    <WithCustomer>
      {(orderingFor) => {
        const { customer, deliveryDay, trolly } = orderingFor
        return (
          <>
            <MayOrderNote orderingFor={orderingFor} />
            <PageHeader
              title="Home"
              detail={[customer.id, customer.town].filter(Boolean).join(' · ')}
              actions={<StartShopping orderingFor={orderingFor} />}
            />
            <NextDelivery customerId={customer.id} />
            <DeliveryDay customerId={customer.id} deliveryDay={deliveryDay} />
            <Section
              title="Open trollies"
              flush
              action={<NewTrolly orderingFor={orderingFor} kind="quiet" />}
            >
              <TrollyList customerId={customer.id} currentId={trolly?.id ?? null} />
            </Section>
          </>
        )
      }}
    </WithCustomer>
  )
}
