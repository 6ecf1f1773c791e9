import { lazy, memo, Suspense } from 'react'
import type { Customer } from '#domain/customer.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { DeliveryDay } from '#src/features/delivery/delivery-day.tsx'
import { NextDelivery } from '#src/features/delivery/next-delivery.tsx'
import { OtherActiveOrders } from '#src/features/delivery/other-active-orders.tsx'
import { type ArrivingOrders, useArrivingOrders } from '#src/features/delivery/use-arriving-orders.ts'
import { MayOrderNote } from '#src/features/trolly/open-trollies/may-order-note.tsx'
import { NewTrolly, StartShopping } from '#src/features/trolly/open-trollies/start-shopping.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { TrollyProgress } from './home/trolly-progress.tsx'
import styles from './home.module.css'

export function Screen() {
  return (
    <WithCustomer>
      {(orderingFor) => <Home key={orderingFor.customer.id} orderingFor={orderingFor} />}
    </WithCustomer>
  )
}

/** Lazy: product rows are large, and not every visit needs them. */
const UsualBuys = lazy(async () => ({ default: (await import('./home/usual-buys.tsx')).UsualBuys }))

const RecentOrders = lazy(async () => ({
  default: (await import('./home/recent-orders.tsx')).RecentOrders,
}))

type OrderingFor = Parameters<typeof useTrollyToFill>[0]

function Home({ orderingFor }: { orderingFor: OrderingFor }) {
  const { customer, deliveryDay, trolly } = orderingFor
  const { trollyId } = useTrollyToFill(orderingFor)
  const { orders, isLate } = useArrivingOrders(customer.id)
  const arriving = <Arriving orders={orders} />
  return (
    <>
      <MayOrderNote orderingFor={orderingFor} />
      <PageHeader
        title={customer.name}
        detail={[customer.id, customer.town].filter(Boolean).join(' · ')}
        actions={<StartShopping orderingFor={orderingFor} />}
      />
      <div className={styles.columns} data-arriving={isLate ? 'late' : undefined}>
        {isLate ? null : arriving}
        <div className={styles.trollies}>
          <DeliveryDay customerId={customer.id} deliveryDay={deliveryDay} />
          <Section
            title="Open trollies"
            flush
            action={<NewTrolly orderingFor={orderingFor} variant="subtle" />}
          >
            <OpenTrollies customer={customer} currentId={trolly?.id ?? null} />
          </Section>
        </div>
        {isLate ? arriving : null}
        <Usual trollyId={trollyId} />
        <Recent customer={customer} />
      </div>
    </>
  )
}

// Memoised because none of it depends on the chosen day (budget: a tapped day while products load).

const Arriving = memo(function Arriving({ orders }: Pick<ArrivingOrders, 'orders'>) {
  return (
    <div className={styles.arriving}>
      <NextDelivery arriving={orders} />
      <OtherActiveOrders arriving={orders} />
    </div>
  )
})

const OpenTrollies = memo(function OpenTrollies(props: { customer: Customer; currentId: string | null }) {
  const { customer, currentId } = props
  return (
    <TrollyList
      customerId={customer.id}
      currentId={currentId}
      renderProgress={(summary) => <TrollyProgress summary={summary} customer={customer} />}
    />
  )
})

const Usual = memo(function Usual({ trollyId }: { trollyId: string | undefined }) {
  return (
    <div className={styles.usual}>
      <Suspense>{trollyId === undefined ? null : <UsualBuys trollyId={trollyId} />}</Suspense>
    </div>
  )
})

const Recent = memo(function Recent({ customer }: { customer: Customer }) {
  return (
    <div className={styles.recent}>
      <Suspense>
        <RecentOrders customer={customer} />
      </Suspense>
    </div>
  )
})
