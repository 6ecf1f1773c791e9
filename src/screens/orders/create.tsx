import { IconListDetails, IconNote, IconQrcode, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countText } from '#domain/plain-text.ts'
import { productPath } from '#domain/product.ts'
import { isClosed } from '#domain/trollies/view.ts'
import { trollyTitle } from '#domain/trollies/words.ts'
import { useTooLate } from '#src/device/delivery/use-late-orders.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useOrderToChange } from '#src/features/checkout/use-order-to-change.ts'
import { CONFIRMED_LATER, isNotOfTheFoot } from '#src/features/checks/check-trolly.ts'
import { lineProblems } from '#src/features/checks/line-problems.tsx'
import { ProblemList } from '#src/features/checks/problem-list.tsx'
import { swappableOf } from '#src/features/checks/use-agreement-problems.ts'
import { useTrollyProblems } from '#src/features/checks/use-trolly-problems.ts'
import { useCompany } from '#src/features/company/company-context.tsx'
import { FirstDaySheet, useDeliverySheets } from '#src/features/delivery/delivery-sheets.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { usePlacedOrder } from '#src/features/orders/placed/use-placed-order.ts'
import { loadSuggest, useSuggest } from '#src/features/search/use-suggest.ts'
import { setQuantity } from '#src/features/trolly/edit-trolly.ts'
import { lineBands } from '#src/features/trolly/line-terms/line-bands.tsx'
import { QuickAddForm } from '#src/features/trolly/quick-add/quick-add-form.tsx'
import { TrollyFoot } from '#src/features/trolly/trolly-foot.tsx'
import { TrollyLines } from '#src/features/trolly/trolly-lines.tsx'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { useTopOfPage } from '#src/ui/layout/use-top-of-page.ts'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { Late } from '#src/ui/surface/late.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import { DecisionCard, TrollyNotices } from './create/trolly-notices.tsx'
import { useTrollySheets } from './create/trolly-sheets.tsx'
import styles from './create.module.css'

/** Comes after a trolly, so that its script is not part of what opens one. */
const PlacedPage = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/orders/placed/placed-page.tsx')).PlacedPage,
  })),
)

const PaymentNotice = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/payments/payment-notice.tsx')).PaymentNotice,
  })),
)

/** Opens the camera, which most trollies are filled without. */
const ScanIntoTrolly = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/screens/orders/create/scan-into-trolly.tsx')).ScanIntoTrolly,
  })),
)

const SaveAsTemplateButton = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/templates/form/save-as-template.tsx')).SaveAsTemplateButton,
  })),
)

/** In the panel of a wide window, which a phone does not have. */
const TrollySummary = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/checkout/trolly-summary.tsx')).TrollySummary,
  })),
)

/** Of a trolly that was ordered or deleted, also while its page is open. */
const ClosedTrollyFoot = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/trolly/closed-trolly.tsx')).ClosedTrollyFoot,
  })),
)

const TrollyViewers = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/trolly/viewers/trolly-viewers.tsx')).TrollyViewers,
  })),
)

/** What safety notices, and the customer's orders of two years, say of this one. */
const TrollyHints = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/screens/orders/create/trolly-hints.tsx')).TrollyHints,
  })),
)

export function Screen({ id }: { id: string }) {
  const stored = useTrolly(id)
  const { state, value: placed } = usePlacedOrder(id)
  useTopOfPage(placed ? 'placed' : stored.value && state !== 'loading' ? 'trolly' : undefined)
  if (placed)
    return (
      <Late waiting={<HiddenStatus>Loading</HiddenStatus>}>
        <PlacedPage
          order={placed}
          renderPayment={(order) => <PaymentNotice order={order} />}
          saveAsTemplate={<SaveAsTemplateButton customerId={placed.customerId} items={placed.lines} />}
        />
      </Late>
    )
  return (
    <WithTrolly id={id} stored={stored}>
      {(trolly) => <TrollyPage trolly={trolly} />}
    </WithTrolly>
  )
}

function TrollyPage({ trolly }: { trolly: OpenTrolly }) {
  const { view, totals } = trolly
  const device = useUserDevice()
  const mayOrder = useMayOrder()
  const isDesk = useIsDesk()
  const { suggest } = useSuggest(view)
  const marks = useFavouriteMarks(view)
  const [reveal, setReveal] = useState<{ key: string }>()
  const navigate = useNavigate()
  const [hints, setHints] = useState<ReadonlyMap<string, ReactNode>>()
  const { trollySheets, openTerms, relay, saveAsTemplate } = useTrollySheets(trolly)
  const notices = useRef<HTMLDivElement>(null)
  const { sheets, ...choosing } = useDeliverySheets(view)
  const changeDay = () => (view.method === 'collection' ? choosing.choosePlace() : choosing.chooseDay())
  const { customer, problems, repairs } = useTrollyProblems(trolly, {
    confirmations: CONFIRMED_LATER,
    company: useCompany(),
    onQuantity: (product_no, quantity) => setQuantity(device, view.id, { product_no, quantity }),
    onAlternatives: openTerms,
    ...choosing,
  })
  const { nameOf } = repairs
  const closed = isClosed(view)
  // Nothing can be fixed while an order is being placed or once the trolly is closed.
  const changing = useOrderToChange(view)
  const tooLate = useTooLate(view)
  const isOpen = view.checkout !== 'underWay' && !closed && !changing.isTooLate
  const openProblems = useMemo(() => (isOpen ? problems : []), [isOpen, problems])
  const { rows } = trolly
  const ofLines = useMemo(
    () =>
      lineBands(rows, {
        problems: lineProblems(openProblems, hints),
        swappable: swappableOf(openProblems),
        onOpen: openTerms,
      }),
    [rows, hints, openProblems, openTerms],
  )
  const listed = useMemo(() => openProblems.filter(isNotOfTheFoot), [openProblems])
  const pathOf = useCallback((product_no: string) => productPath(product_no, view.id), [view.id])

  const putAway = async () => {
    try {
      const { deleteTrolly } = await import('#src/features/trolly/open-trollies/delete-trolly.ts')
      await deleteTrolly(device, view)
      navigate('/orders')
    } catch (error) {
      showFailure(error)
    }
  }

  const takesLines = !view.readOnly && !closed
  // A phone's bar names the account and the day, and its navigation leads to the products: one line is left, for the field.
  const isInBar = !isDesk && takesLines
  const more =
    mayOrder && !view.isDraft ? (
      <Menu
        label="More for this trolly"
        items={[
          ...(view.waitingCount > 0 && !closed
            ? [
                {
                  label: 'Send from another phone',
                  icon: <IconQrcode size={18} aria-hidden="true" />,
                  onSelect: relay,
                },
              ]
            : []),
          {
            label: 'Save as template',
            icon: <IconListDetails size={18} aria-hidden="true" />,
            onSelect: saveAsTemplate,
          },
          {
            label: 'Notes and substitutes',
            icon: <IconNote size={18} aria-hidden="true" />,
            onSelect: () => openTerms(''),
          },
          {
            label: 'Delete trolly',
            icon: <IconTrash size={18} aria-hidden="true" />,
            tone: 'red',
            onSelect: putAway,
          },
        ]}
      />
    ) : null

  // The server must know it.
  const viewers = (prefix = '') =>
    view.version === 0 || closed ? null : (
      <Late waiting={null} failed={null}>
        <TrollyViewers id={view.id} prefix={prefix} />
      </Late>
    )

  return (
    <div className={styles.page}>
      <PageHeader
        title={view.isDraft ? 'New trolly' : trollyTitle(view, new Date())}
        detail={
          <>
            {[customer?.name ?? view.customerId, countText(totals.lineCount, 'line')].join(' · ')}
            {isInBar ? null : viewers(' · ')}
          </>
        }
        back={isInBar ? undefined : { to: '/orders', label: 'Orders' }}
        titleInBar={isInBar}
        actions={
          closed || isInBar ? null : (
            <>
              <ButtonLink to={`/orders/create/search-${view.id}`}>
                {mayOrder ? 'Add products' : 'Browse products'}
              </ButtonLink>
              {more}
            </>
          )
        }
      />
      <TrollyNotices
        ref={notices}
        trolly={trolly}
        nameOf={nameOf}
        changing={changing}
        tooLate={tooLate}
        onChooseDay={changeDay}
        onGiveUp={putAway}
        onRelay={relay}
      />
      {takesLines ? (
        <QuickAddForm
          trolly={view}
          suggest={suggest}
          loadEngine={loadSuggest}
          onAdded={(product_no) => setReveal({ key: product_no })}
          actions={
            <>
              <Late waiting={null} failed={null}>
                <ScanIntoTrolly trolly={trolly} />
              </Late>
              {isInBar ? more : null}
            </>
          }
        />
      ) : null}
      <TrollyLines
        trolly={trolly}
        reveal={reveal}
        problems={ofLines}
        pathOf={pathOf}
        {...marks}
        renderDecision={(decision) => (
          <Late waiting={<HiddenStatus>Loading</HiddenStatus>}>
            <DecisionCard trollyId={view.id} decision={decision} nameOf={nameOf} withoutSubject />
          </Late>
        )}
      />
      {/* Under the lines: it comes and goes with each tap and must not move the row that is being tapped. */}
      {totals.lineCount === 0 ? null : (
        <ProblemList id={PROBLEMS_ID} problems={listed} context={repairs} underLines />
      )}
      {closed ? null : (
        <Late waiting={null} failed={null}>
          <TrollyHints trolly={trolly} onHints={setHints} />
        </Late>
      )}
      {closed || view.isDraft ? null : (
        <TrollyFoot
          trolly={trolly}
          customer={customer}
          // A phone's bar says it too.
          spareNote={changing.isTooLate ? null : orderByOf(view)}
          above={isInBar ? viewers() : null}
          panel={{
            title: 'Summary',
            aside: countText(totals.lineCount, 'line'),
            content: (
              <Late waiting={null}>
                <TrollySummary
                  trolly={trolly}
                  problemCount={listed.length}
                  problemsId={PROBLEMS_ID}
                  onChangeDay={changeDay}
                />
              </Late>
            ),
          }}
          action={
            changing.isTooLate ? (
              <Button onClick={() => bringIntoView(notices.current)}>Review your options</Button>
            ) : (
              <ButtonLink
                // An empty trolly's main action is to add products.
                variant={totals.lineCount === 0 ? 'default' : 'filled'}
                to={`/orders/create/search/checkout-${view.id}`}
              >
                {tooLate === undefined ? CHECKOUT_WORDS[view.checkout] : 'Not placed'}
              </ButtonLink>
            )
          }
        />
      )}
      <Late waiting={null}>
        <ClosedTrollyFoot trolly={trolly} onChoices={() => bringIntoView(notices.current)} />
      </Late>
      {sheets}
      {trollySheets}
      <FirstDaySheet trolly={view} />
    </div>
  )
}

const PROBLEMS_ID = 'before-ordering'

const CHECKOUT_WORDS = {
  none: 'Checkout',
  queued: 'Not placed yet',
  underWay: 'Being placed',
  refused: 'Review the order',
} as const

/** @param part takes the focus, so it needs a `tabIndex` */
const bringIntoView = (part: HTMLElement | null): void => {
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}
