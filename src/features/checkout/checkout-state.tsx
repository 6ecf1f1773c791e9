import type { TrollyView } from '#domain/trollies/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { TakenBack } from './taken-back.tsx'

export type CheckoutStateProps = {
  trolly: TrollyView
  /** Why a waiting order is too late: see `useLateOrders`. */
  tooLate: string | undefined
  /** On another page than the checkout. */
  elsewhere?: boolean
  /** Chooses another day, or time of collection. */
  onChooseDay: () => void
}

export function CheckoutState({ trolly, tooLate, elsewhere = false, onChooseDay }: CheckoutStateProps) {
  const { outbox } = useUserDevice()
  const takeBack = async () => {
    try {
      if (!(await outbox.takeBackCheckout(trolly.id)))
        notifications.show({
          message: 'Too late to cancel: the order has already been sent.',
          statusColor: 'warning',
          showInProduction: true,
        })
    } catch (error) {
      showFailure(error)
    }
  }
  switch (trolly.checkout) {
    case 'none':
      return <TakenBack trolly={trolly} elsewhere={elsewhere} />
    case 'queued':
      return tooLate !== undefined ? (
        <Banner
          tone="red"
          inset
          action={
            <Button compact onClick={onChooseDay}>
              {trolly.method === 'collection' ? 'Choose another time' : 'Choose another day'}
            </Button>
          }
        >
          <strong>Not placed.</strong> {tooLate}, then place the order again.
        </Banner>
      ) : (
        <Banner
          tone="amber"
          inset
          action={
            <Button compact onClick={takeBack}>
              Cancel this order
            </Button>
          }
        >
          <strong>Not placed yet.</strong> It’s saved on this device and will be placed when you’re back
          online, unless something has changed by then. Changing the trolly cancels it.
        </Banner>
      )
    case 'underWay':
      return (
        <Banner tone="blue" inset>
          <strong>Being placed.</strong> We may have received it already, so you can’t change or cancel it
          until we hear back. We’ll keep checking.
        </Banner>
      )
    case 'refused':
      return null
  }
}
