import { Stack } from '@mantine/core'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import type { CheckName } from '#domain/checks/check.ts'
import { unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { totalText } from '#domain/totals.ts'
import { isClosed } from '#domain/trollies/view.ts'
import { isStaffType } from '#domain/user.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { useTooLate } from '#src/device/delivery/use-late-orders.ts'
import { useDevice, useUser, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useChoice } from '#src/device/use-choice.ts'
import { useReached } from '#src/device/use-reached.ts'
import { CheckoutState } from '#src/features/checkout/checkout-state.tsx'
import { Confirmations, isConfirmation, useConfirmations } from '#src/features/checkout/confirmations.tsx'
import { DeliverySection } from '#src/features/checkout/delivery-section.tsx'
import { GoodsToOrder } from '#src/features/checkout/goods-to-order.tsx'
import { OrderSummary, TotalsList } from '#src/features/checkout/order-summary.tsx'
import { PayBy, usePayBy } from '#src/features/checkout/pay-by.tsx'
import { PlaceButton, useBroughtIntoView } from '#src/features/checkout/place-button.tsx'
import { placeOrder } from '#src/features/checkout/place-order.ts'
import { Refused } from '#src/features/checkout/refused.tsx'
import { refusedAs } from '#src/features/checkout/refused-order.ts'
import { ReplacingNotice } from '#src/features/checkout/replacing-notice.tsx'
import { PriceChanges, ReviewList } from '#src/features/checkout/review-list.tsx'
import { useOrderToChange } from '#src/features/checkout/use-order-to-change.ts'
import type { Problem } from '#src/features/checks/check-trolly.ts'
import { ProblemList } from '#src/features/checks/problem-list.tsx'
import { useTrollyProblems } from '#src/features/checks/use-trolly-problems.ts'
import { useCardKey, useCompany } from '#src/features/company/company-context.tsx'
import { HeldTrolly } from '#src/features/decisions/held-card.tsx'
import { useDeliverySheets } from '#src/features/delivery/delivery-sheets.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { PlacedPage } from '#src/features/orders/placed/placed-page.tsx'
import { usePlacedOrder } from '#src/features/orders/placed/use-placed-order.ts'
import { PaymentNotice } from '#src/features/payments/payment-notice.tsx'
import { PushOffer } from '#src/features/push/push-offer.tsx'
import { useSafetyToConfirm } from '#src/features/safety-notices/use-safety-entries.ts'
import { SaveAsTemplateButton } from '#src/features/templates/form/save-as-template.tsx'
import { AddTrollyToOrder } from '#src/features/trolly/add-to-order/add-trolly-to-order.tsx'
import { ClosedNote } from '#src/features/trolly/closed-trolly.tsx'
import { setQuantity } from '#src/features/trolly/edit-trolly.ts'
import { deleteTrolly } from '#src/features/trolly/open-trollies/delete-trolly.ts'
import { TrollyFoot } from '#src/features/trolly/trolly-foot.tsx'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { BarTitle } from '#src/ui/layout/bar-title.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useTopOfPage } from '#src/ui/layout/use-top-of-page.ts'
import { leadTo } from '#src/ui/lead-to.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Late } from '#src/ui/surface/late.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import styles from './checkout.module.css'

const LineTerms = lazy(async () => ({
  default: (await import('#src/screens/orders/line-terms.tsx')).LineTerms,
}))

/** Lazy: few orders have any notices. What holds up the order is known without it. */
const CheckoutSafety = lazy(async () => ({
  default: (await import('#src/features/safety-notices/page-safety.tsx')).CheckoutSafety,
}))

export function Screen({ id }: { id: string }) {
  const stored = useTrolly(id)
  const { state, value: placed } = usePlacedOrder(id)
  const [wasOpen, setWasOpen] = useState(false)
  if (placed === null && !wasOpen) setWasOpen(true)
  const unplaced = stored.value ? (isClosed(stored.value.view) ? 'closed' : 'checkout') : undefined
  useTopOfPage(placed ? 'placed' : state === 'loading' ? undefined : unplaced)
  // The next step of an order that was placed here just now.
  if (placed?.payBy === 'card' && wasOpen) return <Navigate to={`/payments/payment-${placed.id}`} replace />
  if (placed)
    return (
      <PlacedPage
        order={placed}
        isNew={wasOpen}
        renderPayment={(order) => <PaymentNotice order={order} />}
        saveAsTemplate={<SaveAsTemplateButton customerId={placed.customerId} items={placed.lines} />}
        offer={wasOpen ? <PushOffer /> : null}
      />
    )
  return (
    <WithTrolly id={id} stored={stored}>
      {(trolly) =>
        trolly.view.isDraft ? (
          <Navigate to={`/orders/create-${id}`} replace />
        ) : isClosed(trolly.view) ? (
          <ClosedPage trolly={trolly} />
        ) : (
          <CheckoutPage trolly={trolly} />
        )
      }
    </WithTrolly>
  )
}

/** Ordered or deleted meanwhile. */
function ClosedPage({ trolly }: { trolly: OpenTrolly }) {
  return (
    <Stack gap={16}>
      <PageHeader title="Checkout" back={{ to: `/orders/create-${trolly.view.id}`, label: 'Trolly' }} />
      <Stack px="var(--page-edge)">
        {trolly.view.held ? <HeldTrolly trolly={trolly} /> : <ClosedNote trolly={trolly} />}
      </Stack>
    </Stack>
  )
}

function CheckoutPage({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const device = useUserDevice()
  const isStaff = isStaffType(useUser().account_type)
  const { session } = useDevice()
  const reached = useReached()
  const confirmations = useConfirmations()
  const { confirmed } = confirmations
  const [asking, setAsking] = useState(false)
  const [termsOf, setTermsOf] = useState<string>()
  const navigate = useNavigate()
  const isDesk = useIsDesk()
  // An order on account stays so when it is changed.
  const cardOffered = useCardKey() !== undefined && !view.replacesOrderNo
  const customer = useCustomer(view.customerId)
  const choice = useChoice().value
  const payBy = usePayBy(customer, { cardOffered, totalPence: trolly.totals.totalPence })
  const { sheets, chooseDay, choosePlace } = useDeliverySheets(view)
  const changeDay = () => (view.method === 'collection' ? choosePlace() : chooseDay())
  const page = useTrollyProblems(trolly, {
    confirmations: confirmed,
    payBy: payBy.chosen,
    company: useCompany(),
    chooseDay,
    choosePlace,
    onQuantity: (product_no, quantity) => setQuantity(device, view.id, { product_no, quantity }),
    onAlternatives: setTermsOf,
  })
  const changing = useOrderToChange(view)
  const tooLate = useTooLate(view)
  const problems = changing.isTooLate ? [] : page.problems.filter((problem) => !isConfirmation(problem))
  const unconfirmed = page.problems.filter(isConfirmation)
  const hasReview = refusedAs(view, 'changed') !== undefined
  const standing = useRef<HTMLDivElement>(null)
  const { pressed, bring } = useBroughtIntoView(standing, view.checkout)
  const settled = view.checkout === 'queued' || view.checkout === 'underWay'
  const safety = useSafetyToConfirm(view)
  const unread = safety.state === 'failed'
  const blocked = problems.length > 0 || view.decisions.some(({ operation }) => operation.kind !== 'checkout')

  const place = async () => {
    if (unconfirmed.length > 0) return confirmations.demand()
    setAsking(true)
    pressed()
    try {
      await placeOrder(device, session, {
        trolly,
        confirmations: confirmed,
        payBy: cardOffered ? payBy.chosen : undefined,
        reached,
      })
    } catch (error) {
      showFailure(error)
    } finally {
      setAsking(false)
    }
  }

  const giveUp = async () => {
    try {
      await deleteTrolly(device, view)
      navigate('/orders')
    } catch (error) {
      showFailure(error)
    }
  }

  const first = PLACES.find((place) => problems.some((problem) => aboutWhat(problem) === place))
  const problemsOf = (place: Place) =>
    settled ? null : (
      <ProblemList
        id={place === first ? PROBLEMS_ID : undefined}
        problems={problems.filter((problem) => aboutWhat(problem) === place)}
        context={page.repairs}
      />
    )
  const payment = (
    <Stack gap={16}>
      <PayBy {...payBy} accountKind={customer?.accountKind} method={view.method} disabled={settled} />
      <TotalsList trolly={trolly} withTotal={!isDesk} />
      <Confirmations {...confirmations.propsFor(trolly, customer, unconfirmed)} disabled={settled} />
    </Stack>
  )
  const action = (
    <PlaceButton
      checkout={view.checkout}
      hasReview={hasReview}
      reached={reached}
      loading={asking || safety.state === 'loading'}
      isTooLate={tooLate !== undefined}
      blockedBy={
        changing.isTooLate
          ? STANDING_ID
          : unread || safety.entries.length > 0
            ? SAFETY_ID
            : blocked
              ? PROBLEMS_ID
              : undefined
      }
      updates={Boolean(view.replacesOrderNo)}
      totalText={isDesk ? undefined : totalText(trolly.totals, unpricedWords(trolly.pricesHere))}
      onPlace={place}
      onSeeResult={bring}
    />
  )

  const orderBy = orderByOf(view)
  const toFix =
    changing.isTooLate || settled || problems.length === 0 ? null : (
      <button type="button" className={styles.toFix} onClick={() => leadTo(PROBLEMS_ID)}>
        {countText(problems.length, 'problem')} to fix first
      </button>
    )
  // A desk's bar names the chosen account.
  const otherAccount =
    choice && choice.customer.id !== view.customerId ? (customer?.name ?? view.customerId) : undefined
  const back = { to: `/orders/create-${view.id}`, label: 'Trolly' }

  return (
    <Stack gap={16}>
      <PageHeader
        title="Checkout"
        detail={otherAccount}
        back={isDesk ? back : undefined}
        titleInBar={!isDesk}
      />
      {isDesk ? null : (
        <BarTitle
          title="Checkout"
          detail={<Detail parts={[customer?.name ?? view.customerId, changing.isTooLate ? null : orderBy]} />}
          back={back}
        />
      )}
      <Stack
        component="section"
        px="var(--page-edge)"
        ref={standing}
        id={STANDING_ID}
        className={styles.notices ?? ''}
        aria-label="Order status"
        tabIndex={-1}
      >
        {isStaff && customer && !settled ? (
          <Banner tone="plain" inset>
            {`You order for ${customer.name}. Their e-mail says that the office placed it.`}
          </Banner>
        ) : null}
        {changing.isTooLate ? null : (
          <CheckoutState trolly={view} tooLate={tooLate} onChooseDay={changeDay} />
        )}
        {changing.isTooLate || view.checkout !== 'refused' ? null : <Refused trolly={view} />}
        <ReplacingNotice
          trolly={trolly}
          changing={changing}
          nameOf={page.repairs.nameOf}
          onMoved={(id) => navigate(`/orders/create-${id}`, { replace: true })}
          onGiveUp={giveUp}
        />
        <AddTrollyToOrder trolly={trolly} />
      </Stack>
      {settled || changing.isTooLate ? null : unread ? (
        <div id={SAFETY_ID}>
          <FailedState
            words="Safety notices could not be read on this device."
            onRetry={device.health.reopen}
          />
        </div>
      ) : safety.entries.length === 0 ? null : (
        <Late waiting={null}>
          <CheckoutSafety id={SAFETY_ID} customerId={view.customerId} entries={safety.entries} />
        </Late>
      )}
      {hasReview ? <ReviewList trolly={trolly} nameOf={page.repairs.nameOf} /> : null}
      {problemsOf('order')}
      {hasReview ? null : <PriceChanges trolly={trolly} />}
      <div className={styles.columns}>
        <div className={styles.order}>
          <DeliverySection
            trolly={view}
            customer={customer}
            places={page.places}
            isSettled={settled}
            chooseDay={chooseDay}
            choosePlace={choosePlace}
          >
            {problemsOf('delivery')}
          </DeliverySection>
          {isDesk ? null : <Section title="Payment">{payment}</Section>}
          <GoodsToOrder trolly={trolly}>{problemsOf('lines')}</GoodsToOrder>
        </div>
        {isDesk ? (
          <OrderSummary
            trolly={trolly}
            note={changing.isTooLate ? null : <Detail parts={[toFix, orderBy]} />}
            action={action}
          >
            {payment}
          </OrderSummary>
        ) : null}
      </div>
      {isDesk ? null : (
        <TrollyFoot
          trolly={trolly}
          customer={customer}
          note={toFix}
          action={action}
          panel={undefined}
          totalInAction
        />
      )}
      {sheets}
      <LateSheet open={termsOf !== undefined} onClose={() => setTermsOf(undefined)}>
        <LineTerms trolly={trolly} open={termsOf} onOpen={setTermsOf} onClose={() => setTermsOf(undefined)} />
      </LateSheet>
    </Stack>
  )
}

function Detail({ parts }: { parts: ReactNode[] }) {
  const [first, second] = parts.filter(Boolean)
  return (
    <span className={styles.detail}>
      {first}
      {second ? ' · ' : null}
      {second}
    </span>
  )
}

const PLACES = ['order', 'delivery', 'lines'] as const
type Place = (typeof PLACES)[number]
const aboutWhat = ({ check, product_no }: Problem): Place =>
  product_no !== null ? 'lines' : DELIVERY_CHECKS.includes(check) ? 'delivery' : 'order'
const DELIVERY_CHECKS: readonly string[] = [
  'order_delivery_date_check',
  'order_cutoff_check',
] satisfies CheckName[]

const STANDING_ID = 'order-status'
const PROBLEMS_ID = 'before-ordering'
const SAFETY_ID = 'safety-notices'
