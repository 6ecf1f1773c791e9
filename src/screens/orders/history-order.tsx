import { IconListDetails } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { asPlaced } from '#domain/as-placed.ts'
import { mayCheckIn } from '#domain/claims.ts'
import { mayPick } from '#domain/picking.ts'
import { isStaffType } from '#domain/user.ts'
import { useUser } from '#src/device/device-context.tsx'
import { OrderActions, QuickActions } from '#src/features/orders/order-actions.tsx'
import { OrderPage } from '#src/features/orders/order-page.tsx'
import { ResendConfirmation } from '#src/features/orders/resend-confirmation.tsx'
import { OrderDocuments } from '#src/features/paperwork/order-documents.tsx'
import { PaymentNotice } from '#src/features/payments/payment-notice.tsx'
import {
  SaveAsTemplate,
  SaveAsTemplateButton,
  type SaveAsTemplateProps,
} from '#src/features/templates/form/save-as-template.tsx'
import { OrderAgainButton } from '#src/features/trolly/order-again/order-again-button.tsx'
import { Late } from '#src/ui/surface/late.tsx'

export function Screen({ id }: { id: string }) {
  return (
    <OrderPage
      key={id}
      id={id}
      renderNotice={(order) => (
        <>
          <Late waiting={null}>
            <OrderSafety order={order} />
          </Late>
          <Notice order={order} />
        </>
      )}
      renderActions={(order) => <Actions order={order} />}
      renderDocuments={(order) => <Documents order={order} />}
      renderLines={(order, lines) => <Lines order={order}>{lines}</Lines>}
    />
  )
}

/** Lazy: few orders hold recalled goods. */
const OrderSafety = lazy(async () => ({
  default: (await import('#src/features/safety-notices/page-safety.tsx')).OrderSafety,
}))

/** Lazy: most orders are looked at, not checked in. */
const CheckInPart = lazy(async () => ({
  default: (await import('#src/features/check-ins/check-in-part.tsx')).CheckInPart,
}))

/** Lazy: only the office picks. */
const PickPart = lazy(async () => ({
  default: (await import('#src/features/picking/pick-part.tsx')).PickPart,
}))

function Lines({ order, children }: { order: TrackedOrder; children: ReactNode }) {
  const { account_type } = useUser()
  const lines = mayCheckIn(order, new Date()) ? (
    <Suspense fallback={children}>
      <CheckInPart order={order}>{children}</CheckInPart>
    </Suspense>
  ) : (
    children
  )
  // Outside: checking in begins at midnight, when somebody may be picking.
  return isStaffType(account_type) && mayPick(order) ? (
    <Suspense fallback={lines}>
      <PickPart order={order}>{lines}</PickPart>
    </Suspense>
  ) : (
    lines
  )
}

/** Nothing once it is paid: the payment is among the order’s facts. */
function Notice({ order }: { order: TrackedOrder }) {
  const { payBy, confirmedAt, cancelledAt } = order
  if (payBy !== 'card' || (confirmedAt !== null && cancelledAt === null)) return null
  return <PaymentNotice order={order} />
}

function Documents({ order }: { order: TrackedOrder }) {
  const [saving, setSaving] = useState<SaveAsTemplateProps['document']>()
  return (
    <>
      <OrderDocuments order={order} onSaveAsTemplate={setSaving} />
      <SaveAsTemplate
        open={saving !== undefined}
        onClose={() => setSaving(undefined)}
        customerId={order.customerId}
        items={[]}
        document={saving}
      />
    </>
  )
}

function Actions({ order }: { order: TrackedOrder }) {
  return (
    <>
      <OrderActions order={order} />
      <QuickActions>
        <OrderAgainButton order={order} />
        <SaveAsTemplateButton
          customerId={order.customerId}
          items={asPlaced(order.lines)}
          variant="subtle"
          icon={<IconListDetails size={20} stroke={1.75} aria-hidden="true" />}
        />
        <ResendConfirmation order={order} />
      </QuickActions>
    </>
  )
}
