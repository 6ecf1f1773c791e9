import { Stack } from '@mantine/core'
import { lazy, type Ref } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Decision } from '#domain/trollies/line-view.ts'
import { isLineOperation } from '#domain/trollies/operation.ts'
import { isClosed } from '#domain/trollies/view.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import type { OrderToChange } from '#src/features/checkout/use-order-to-change.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { loadWithReload } from '#src/features/updates/reload.ts'
import styles from '#src/screens/orders/create.module.css'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { Late } from '#src/ui/surface/late.tsx'

/** Tells of an order that waits, is being placed, or was taken back by a change. */
const CheckoutState = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/checkout/checkout-state.tsx')).CheckoutState,
  })),
)

/** For an order or lines that wait on a phone without a connection. */
const RelayOffer = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/relay/relay-offer.tsx')).RelayOffer,
  })),
)

/** For a trolly that changes an order, which most do not. */
const ReplacingNotice = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/checkout/replacing-notice.tsx')).ReplacingNotice,
  })),
)

/** Shows a trolly that the server no longer takes, which few people ever see. */
const HeldTrolly = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/decisions/held-card.tsx')).HeldTrolly,
  })),
)

/** Asks about a change that clashed with another's, which seldom happens. */
export const DecisionCard = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/decisions/decision-card.tsx')).DecisionCard,
  })),
)

type TrollyNoticesProps = {
  trolly: OpenTrolly
  nameOf: NameOf
  ref: Ref<HTMLDivElement>
  changing: OrderToChange
  tooLate: string | undefined
  onChooseDay: () => void
  onGiveUp: () => void
  onRelay: () => void
}

/** What has become of the trolly as a whole, above its lines. */
export function TrollyNotices({
  ref,
  trolly,
  nameOf,
  changing,
  tooLate,
  onChooseDay,
  onGiveUp,
  onRelay,
}: TrollyNoticesProps) {
  const { view } = trolly
  const navigate = useNavigate()
  const whole = view.decisions.filter(isAboutTheWhole)
  return (
    <Stack ref={ref} gap={12} px="var(--page-edge)" className={styles.notices ?? ''} tabIndex={-1}>
      {isClosed(view) ? (
        <Late waiting={<HiddenStatus>Loading</HiddenStatus>}>
          <HeldTrolly trolly={trolly} />
        </Late>
      ) : changing.isTooLate ? null : (
        <Late waiting={null}>
          <CheckoutState trolly={view} elsewhere tooLate={tooLate} onChooseDay={onChooseDay} />
        </Late>
      )}
      {isClosed(view) || view.waitingCount === 0 ? null : (
        <Late waiting={null} failed={null}>
          <RelayOffer trolly={view} onRelay={onRelay} />
        </Late>
      )}
      {isClosed(view) || !view.replacesOrderNo ? null : (
        <Late waiting={<HiddenStatus>Loading</HiddenStatus>}>
          <ReplacingNotice
            trolly={trolly}
            changing={changing}
            nameOf={nameOf}
            onMoved={(id) => navigate(`/orders/create-${id}`, { replace: true })}
            onGiveUp={onGiveUp}
          />
        </Late>
      )}
      {whole.map((decision) => (
        <Late key={decision.opId} waiting={<HiddenStatus>Loading</HiddenStatus>}>
          <DecisionCard trollyId={view.id} decision={decision} nameOf={nameOf} />
        </Late>
      ))}
    </Stack>
  )
}

/** A refused checkout has its own page. */
const isAboutTheWhole = ({ operation }: Decision): boolean =>
  !isLineOperation(operation) && operation.kind !== 'checkout'
