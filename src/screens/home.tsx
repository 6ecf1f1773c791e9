import { lazy, memo, Suspense } from 'react'
import type { Customer } from '#domain/customer.ts'
import { awaitsPayment } from '#domain/known-orders.ts'
import { Adverts, useAdverts } from '#src/features/adverts/adverts.tsx'
import { AnnouncementBanner } from '#src/features/company/announcement-banner.tsx'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { DeliveryDay } from '#src/features/delivery/delivery-day.tsx'
import { NextDelivery } from '#src/features/delivery/next-delivery.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { OtherActiveOrders } from '#src/features/delivery/other-active-orders.tsx'
import { useArrivingOrders } from '#src/features/delivery/use-arriving-orders.ts'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { OrderList } from '#src/features/orders/order-list.tsx'
import { useKnownOrders } from '#src/features/orders/use-known-orders.ts'
import { OverdueNotice } from '#src/features/paperwork/overdue-notice.tsx'
import { PayLink } from '#src/features/payments/pay-link.tsx'
import { useSearchRecorder } from '#src/features/product-search-analysis/use-search-recorder.ts'
import { useUsualProducts } from '#src/features/search/results/use-usual-products.ts'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import { MayOrderNote } from '#src/features/trolly/open-trollies/may-order-note.tsx'
import {
  NewTrolly,
  StartShopping,
  useOpenSearch,
} from '#src/features/trolly/open-trollies/start-shopping.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import type { TrollySummary } from '#src/features/trolly/open-trollies/use-open-trollies.ts'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { OrderAgainButton } from '#src/features/trolly/order-again/order-again-button.tsx'
import { progressOf } from '#src/features/trolly/progress-of.ts'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { WordedProgress } from '#src/ui/status/progress-bar.tsx'
import styles from './home.module.css'

export function Screen() {
  return (
    <WithCustomer>
      {(orderingFor) => <Home key={orderingFor.customer.id} orderingFor={orderingFor} />}
    </WithCustomer>
  )
}

/** Lazy: product rows are large, and not every visit needs them. */
const UsualProducts = lazy(async () => ({
  default: (await import('#src/features/search/results/usual-products.tsx')).UsualProducts,
}))

type OrderingFor = Parameters<typeof useTrollyToFill>[0]

function Home({ orderingFor }: { orderingFor: OrderingFor }) {
  const { customer, deliveryDay, trolly } = orderingFor
  const { trollyId } = useTrollyToFill(orderingFor)
  const orders = useArrivingOrders(customer.id)
  const { adverts, late } = useAdverts(customer.priceListId)
  const openSearch = useOpenSearch(orderingFor)
  const openAdvert = (code: string) => openSearch(`?${new URLSearchParams({ advert: code })}`)
  return (
    <>
      <AnnouncementBanner />
      <MayOrderNote orderingFor={orderingFor} />
      <PageHeader
        title={customer.name}
        detail={[customer.id, customer.town].filter(Boolean).join(' · ')}
        titleInBar
      />
      <div className={styles.columns}>
        {/* A section, so that the focus stays in it when the days on offer give way to the one chosen. */}
        <section className={styles.day}>
          <DeliveryDay
            customerId={customer.id}
            deliveryDay={deliveryDay}
            action={<StartShopping orderingFor={orderingFor} />}
          />
          <Adverts adverts={adverts} onOpen={openAdvert} />
        </section>
        <div className={styles.trollies}>
          <Section
            title="Open trollies"
            flush
            action={<NewTrolly orderingFor={orderingFor} variant="subtle" />}
          >
            <OpenTrollies customer={customer} currentId={trolly?.id ?? null} />
          </Section>
        </div>
        <div className={styles.arriving}>
          <Arriving orders={orders} />
        </div>
        <Usual trollyId={trollyId} />
        <Recent customer={customer} />
      </div>
      <Adverts adverts={late} onOpen={openAdvert} />
    </>
  )
}

// Memoised because none of it depends on the chosen day (budget: a tapped day while products load).

const Arriving = memo(function Arriving({ orders }: { orders: ReturnType<typeof useArrivingOrders> }) {
  return (
    <>
      <NextDelivery arriving={orders} />
      <OtherActiveOrders arriving={orders} />
    </>
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

function TrollyProgress({ summary, customer }: { summary: TrollySummary; customer: Customer }) {
  const progress = progressOf(summary, customer)
  const orderBy = orderByOf(summary.trolly)
  return (
    <>
      {progress ? <WordedProgress {...progress} /> : null}
      {orderBy ? <p className={styles.cutOff}>{orderBy}</p> : null}
    </>
  )
}

const Usual = memo(function Usual({ trollyId }: { trollyId: string | undefined }) {
  const trolly = useTrolly(trollyId ?? '').value
  return <div className={styles.usual}>{trolly ? <UsuallyBought trolly={trolly} /> : null}</div>
})

/** The search page, to which “All products” leads, begins with more of them. */
const MOST_USUAL = 8

function UsuallyBought({ trolly }: { trolly: OpenTrolly }) {
  const { view, pricesHere } = trolly
  const usual = useUsualProducts(view, MOST_USUAL)
  const productRows = useProductRows(trolly, useSearchRecorder().added)
  const addQuantities = useLastQuantities(view.customerId)
  const marks = useFavouriteMarks(view)
  if (!usual.value?.length) return null
  return (
    <Suspense>
      <Section
        title="You usually buy"
        flush
        action={
          <ButtonLink variant="subtle" compact to={`/orders/create/search-${view.id}`}>
            All products
          </ButtonLink>
        }
      >
        <UsualProducts
          products={usual.value}
          {...productRows}
          {...marks}
          pricesHere={pricesHere}
          addQuantities={addQuantities}
        />
      </Section>
    </Suspense>
  )
}

const MOST_RECENT = 3

const Recent = memo(function Recent({ customer }: { customer: Customer }) {
  const orders = useKnownOrders(customer)
  return (
    <div className={styles.recent}>
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
    </div>
  )
})
