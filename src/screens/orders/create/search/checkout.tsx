import { useMemo, useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { isClosed } from '#domain/operations/view.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useReached } from '#src/device/use-reached.ts'
import { CheckoutState } from '#src/features/checkout/checkout-state.tsx'
import { Confirmations } from '#src/features/checkout/confirmations.tsx'
import { DeliverySummary } from '#src/features/checkout/delivery-summary.tsx'
import { DetailsForm } from '#src/features/checkout/details-form.tsx'
import { GoodsToOrder } from '#src/features/checkout/goods-to-order.tsx'
import { placeOrder } from '#src/features/checkout/place-order.ts'
import { PriceChanges } from '#src/features/checkout/price-changes.tsx'
import { refusedAs } from '#src/features/checkout/refused-order.ts'
import { ReviewList } from '#src/features/checkout/review-list.tsx'
import { TotalsList } from '#src/features/checkout/totals-list.tsx'
import { useBroughtIntoView } from '#src/features/checkout/use-brought-into-view.ts'
import { isConfirmation, useConfirmations } from '#src/features/checkout/use-confirmations.ts'
import { usePlacedOrder } from '#src/features/checkout/use-placed-order.ts'
import { ProblemList } from '#src/features/checks/problem-list.tsx'
import { nameIn } from '#src/features/trolly/names.ts'
import { TrollyFoot } from '#src/features/trolly/trolly-foot.tsx'
import { TrollyGuard } from '#src/features/trolly/trolly-guard.tsx'
import { type OpenTrolly, useTrolly, useTrollyRead } from '#src/features/trolly/use-trolly.ts'
import { ClosedTrolly } from '#src/screens/orders/closed-trolly.tsx'
import { PlacedPage } from '#src/screens/orders/placed-page.tsx'
import { useTrollyPage } from '#src/screens/orders/use-trolly-page.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useTopOfPage } from '#src/ui/layout/use-top-of-page.ts'
import styles from './checkout.module.css'

/** /orders/create/search/checkout-{id}: from a trolly to an order with a number. */
export function Screen({ id }: { id: string }) {
  const stored = useTrolly(id)
  const read = useTrollyRead(id)
  const placed = usePlacedOrder(id).value
  useTopOfPage(
    placed ? 'placed' : stored.value ? (isClosed(stored.value.view) ? 'closed' : 'checkout') : undefined,
  )
  if (placed) return <PlacedPage order={placed} />
  return (
    <TrollyGuard stored={stored} read={read}>
      {(trolly) =>
        trolly.prepared ? (
          <Navigate to={`/orders/create-${id}`} replace />
        ) : isClosed(trolly.view) ? (
          <ClosedPage trolly={trolly} />
        ) : (
          <CheckoutPage trolly={trolly} />
        )
      }
    </TrollyGuard>
  )
}

/** Ordered or deleted meanwhile: there is nothing to place. */
function ClosedPage({ trolly }: { trolly: OpenTrolly }) {
  const nameOf = useMemo(() => nameIn(trolly), [trolly])
  return (
    <div className={styles.page}>
      <PageHeader title="Checkout" back={{ to: `/orders/create-${trolly.view.id}`, label: 'Trolly' }} />
      <div className={styles.notices}>
        <ClosedTrolly trolly={trolly} nameOf={nameOf} />
      </div>
    </div>
  )
}

function CheckoutPage({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const device = useUserDevice()
  const { session } = useDevice()
  const reached = useReached()
  const confirmations = useConfirmations()
  const { confirmed } = confirmations
  const [asking, setAsking] = useState(false)
  const page = useTrollyPage(trolly, confirmed)
  const { customer } = page
  const problems = page.problems.filter((problem) => !isConfirmation(problem))
  const unconfirmed = page.problems.filter(isConfirmation)
  const hasReview = refusedAs(view, 'changed') !== undefined
  const standing = useRef<HTMLDivElement>(null)
  const { pressed, bring } = useBroughtIntoView(standing, view.checkout)
  const settled = view.checkout === 'queued' || view.checkout === 'underWay'
  const blocked = problems.length > 0 || view.decisions.some(({ operation }) => operation.kind !== 'checkout')

  const place = async () => {
    if (unconfirmed.length > 0) return confirmations.demand()
    setAsking(true)
    pressed()
    try {
      await placeOrder(device, session, { trolly, confirmations: confirmed, reached })
    } catch (error) {
      showFailure(error)
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title="Checkout"
        detail={customer?.name ?? view.customerId}
        back={{ to: `/orders/create-${view.id}`, label: 'Trolly' }}
      />
      <section ref={standing} className={styles.notices} aria-label="How the order stands" tabIndex={-1}>
        <CheckoutState trolly={view} />
      </section>
      {settled ? null : <ProblemList id={PROBLEMS_ID} problems={problems} context={page.repairs} />}
      {hasReview ? (
        <ReviewList trolly={trolly} nameOf={page.repairs.nameOf} />
      ) : (
        <PriceChanges trolly={trolly} />
      )}
      <GoodsToOrder trolly={trolly} />
      <div className={styles.columns}>
        <Section title="Delivery">
          <DeliverySummary
            trolly={view}
            customer={customer}
            onChangeDay={view.readOnly ? undefined : page.chooseDay}
          />
          <DetailsForm trolly={view} />
        </Section>
        <Section title="Payment">
          <div className={styles.payment}>
            <p>
              {customer?.accountKind === 'cash' ? 'Pay the driver on delivery' : 'Charged to your account'}
            </p>
            <TotalsList totals={trolly.totals} pricesHere={trolly.pricesHere} />
            <Confirmations {...confirmations.propsFor(trolly, customer, unconfirmed)} disabled={settled} />
          </div>
        </Section>
      </div>
      <TrollyFoot
        trolly={trolly}
        customer={customer}
        note={page.orderBy}
        action={
          view.checkout === 'none' ? (
            <Button
              kind="main"
              onClick={place}
              loading={asking}
              disabled={blocked}
              describedBy={blocked ? PROBLEMS_ID : undefined}
            >
              {placeWords(reached)}
            </Button>
          ) : (
            // Nothing is ordered over the head of what has to be seen first, or twice: it leads there.
            <Button kind={settled ? 'plain' : 'main'} onClick={bring} loading={asking}>
              {hasReview ? 'See what changed' : STANDING_WORDS[view.checkout]}
            </Button>
          )
        }
      />
      {page.daySheet}
    </div>
  )
}

/** Of the words that say why the order cannot be placed. */
const PROBLEMS_ID = 'before-ordering'

const STANDING_WORDS = {
  queued: 'Not placed yet',
  underWay: 'Being placed',
  refused: 'See why not placed',
} as const

const placeWords = (reached: boolean): string => (reached ? 'Place order' : 'Place order when back online')
