import type { TrollyView } from '#domain/trollies/view.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useReached } from '#src/device/use-reached.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** Beside an order that waits for a connection. Lines alone wait quietly: the trolly's menu offers the same for them. */
export function RelayOffer({
  trolly,
  onRelay,
}: {
  trolly: Pick<TrollyView, 'checkout'>
  onRelay: () => void
}) {
  const reached = useReached()
  const mayOrder = useMayOrder()
  const waits = trolly.checkout === 'queued' || trolly.checkout === 'underWay'
  if (reached || !mayOrder || !waits) return null
  return (
    <Banner
      tone="blue"
      inset
      action={
        <Button compact onClick={onRelay}>
          Send from another phone
        </Button>
      }
    >
      No connection here? A colleague’s phone can place this order.
    </Banner>
  )
}
