import { lazy, memo, Suspense } from 'react'
import type { Customer } from '#domain/customer.ts'
import { awaitsPayment } from '#domain/known-orders.ts'
import { useIsOfficeHome } from '#src/device/use-is-office-home.ts'
import { Adverts, useAdverts } from '#src/features/adverts/adverts.tsx'
import { AgentAlerts } from '#src/features/agents/agent-alerts.tsx'
import { AnnouncementBanner } from '#src/features/company/announcement-banner.tsx'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { DeliveryDay } from '#src/features/delivery/delivery-day.tsx'
import { NextDelivery } from '#src/features/delivery/next-delivery.tsx'
import { OtherActiveOrders } from '#src/features/delivery/other-active-orders.tsx'
import { useArrivingOrders } from '#src/features/delivery/use-arriving-orders.ts'
import { OrderList } from '#src/features/orders/order-list.tsx'
import { useKnownOrders } from '#src/features/orders/use-known-orders.ts'
import { OverdueNotice } from '#src/features/paperwork/overdue-notice.tsx'
import { PayLink } from '#src/features/payments/pay-link.tsx'
import { PasskeyOffer } from '#src/features/session/passkeys/passkey-offer.tsx'
import { MayOrderNote } from '#src/features/trolly/open-trollies/may-order-note.tsx'
import {
  NewTrolly,
  StartShopping,
  useOpenSearch,
} from '#src/features/trolly/open-trollies/start-shopping.tsx'
import { TrollyCard } from '#src/features/trolly/open-trollies/trolly-card.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { useOpenTrollies } from '#src/features/trolly/open-trollies/use-open-trollies.ts'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { OrderAgainButton } from '#src/features/trolly/order-again/order-again-button.tsx'
import { progressOf } from '#src/features/trolly/progress-of.ts'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import card from '#src/ui/layout/card.module.css'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useHasColumns } from '#src/ui/theme/use-media.ts'
import styles from './home.module.css'

/** Lazy: customers never load it. */
const StaffHome = lazy(
  loadWithReload(async () => ({ default: (await import('#src/screens/staff-home.tsx')).StaffHome })),
)

export function Screen() {
  if (useIsOfficeHome())
    return (
      <Suspense>
        <StaffHome />
      </Suspense>
    )
  return (
    <WithCustomer>
      {(orderingFor) => <Home key={orderingFor.customer.id} orderingFor={orderingFor} />}
    </WithCustomer>
  )
}

/** Lazy: product rows are large, and not every visit needs them. */
const UsualOrder = lazy(async () => ({
  default: (await import('#src/screens/usual-order.tsx')).UsualOrder,
}))

/** Lazy for the same reason. */
const BackInStock = lazy(async () => ({
  default: (await import('#src/screens/back-in-stock.tsx')).BackInStock,
}))

/** Lazy: on most visits nothing has come today. */
const DeliveredToday = lazy(async () => ({
  default: (await import('#src/features/check-ins/delivered-today.tsx')).DeliveredToday,
}))

/** Lazy: few customers have any notices at a time. */
const HomeSafety = lazy(async () => ({
  default: (await import('#src/features/safety-notices/home-safety.tsx')).HomeSafety,
}))

type OrderingFor = Parameters<typeof useTrollyToFill>[0]

/** A phone has one column: the day, the trolly, the usual products, then all that can wait. A desk has the trolly and the rest beside them. */
function Home({ orderingFor }: { orderingFor: OrderingFor }) {
  const { customer, deliveryDay, trolly } = orderingFor
  const { trollyId, openId } = useTrollyToFill(orderingFor)
  const orders = useArrivingOrders(customer.id)
  const { adverts, late } = useAdverts(customer.priceListId)
  const openSearch = useOpenSearch(orderingFor)
  const openAdvert = (code: string) => openSearch(`?${new URLSearchParams({ advert: code })}`)
  const hasColumns = useHasColumns()
  const toFill = (
    <div className={styles.toFill}>
      {openId === undefined ? (
        <div className={`${card.card} ${styles.start}`}>
          <StartShopping orderingFor={orderingFor} />
        </div>
      ) : (
        <TrollyToFill customer={customer} trollyId={openId} />
      )}
    </div>
  )
  return (
    <>
      <Suspense>
        <HomeSafety customer={customer} />
      </Suspense>
      <AnnouncementBanner />
      <AgentAlerts customerId={customer.id} />
      <PasskeyOffer />
      <MayOrderNote orderingFor={orderingFor} />
      <PageHeader title={customer.name} titleInBar />
      <News trollyId={trollyId} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {/* A section, so that the focus stays in it when the days on offer give way to the one chosen. */}
          <section className={styles.day} data-under={hasColumns ? undefined : true}>
            <DeliveryDay customerId={customer.id} deliveryDay={deliveryDay} trolly={trolly} />
          </section>
          {hasColumns ? null : toFill}
          <Usual trollyId={trollyId} />
          <Adverts adverts={adverts} onOpen={openAdvert} />
          {hasColumns ? <Adverts adverts={late} onOpen={openAdvert} /> : null}
        </div>
        <div className={styles.aside}>
          {hasColumns ? toFill : null}
          <Came customer={customer} />
          <Arriving orders={orders} />
          <Section
            title={openId === undefined ? 'Open trollies' : 'Other trollies'}
            flush
            action={<NewTrolly orderingFor={orderingFor} variant="subtle" />}
          >
            <OpenTrollies customerId={customer.id} currentId={trolly?.id ?? null} without={openId} isAside />
          </Section>
          <Recent customer={customer} />
        </div>
      </div>
      {hasColumns ? null : <Adverts adverts={late} onOpen={openAdvert} />}
    </>
  )
}

// Memoised because none of it depends on the chosen day (budget: a tapped day while products load).

const TrollyToFill = memo(function TrollyToFill(props: { customer: Customer; trollyId: string }) {
  const { customer, trollyId } = props
  const { trollies } = useOpenTrollies(customer.id)
  const summary = trollies.find(({ trolly }) => trolly.id === trollyId)
  return <TrollyCard summary={summary} progress={summary && progressOf(summary, customer)} />
})

const Arriving = memo(function Arriving({ orders }: { orders: ReturnType<typeof useArrivingOrders> }) {
  return (
    <>
      <NextDelivery arriving={orders} />
      <OtherActiveOrders arriving={orders} />
    </>
  )
})

const Came = memo(function Came({ customer }: { customer: Customer }) {
  const came = useKnownOrders(customer).filter(({ status }) => status === 'delivered')
  return (
    <Suspense>
      {came.length === 0 ? null : <DeliveredToday customerId={customer.id} orders={came} />}
    </Suspense>
  )
})

const OpenTrollies = memo(TrollyList)

const News = memo(function News({ trollyId }: { trollyId: string | undefined }) {
  const trolly = useTrolly(trollyId ?? '').value
  return <Suspense>{trolly ? <BackInStock trolly={trolly} /> : null}</Suspense>
})

const Usual = memo(function Usual({ trollyId }: { trollyId: string | undefined }) {
  const trolly = useTrolly(trollyId ?? '').value
  return <Suspense>{trolly ? <UsualOrder key={trolly.view.id} trolly={trolly} /> : null}</Suspense>
})

const MOST_RECENT = 3

const Recent = memo(function Recent({ customer }: { customer: Customer }) {
  const orders = useKnownOrders(customer)
  return (
    <>
      <OverdueNotice customerId={customer.id} />
      <OrderList
        title="Recent orders"
        orders={orders.slice(0, MOST_RECENT)}
        action={
          <ButtonLink variant="subtle" to="/orders/history">
            All orders
          </ButtonLink>
        }
        renderAction={(order) =>
          awaitsPayment(order) ? <PayLink orderId={order.id} /> : <OrderAgainButton order={order} compact />
        }
      />
    </>
  )
})
