import type { TrollyView } from '#domain/trollies/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import { forgetTakenBack, readTakenBack } from '#src/sync/trollies/taken-back.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'

export type CheckoutStateProps = {
  trolly: TrollyView
  /** For other pages than the checkout: links there. */
  elsewhere?: boolean | undefined
  /** Why a waiting order is too late: see `useLateOrders`. */
  tooLate: string | undefined
  /** Chooses another day, or time of collection. */
  onChooseDay: () => void
}

export function CheckoutState({ trolly, elsewhere, tooLate, onChooseDay }: CheckoutStateProps) {
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

/** An edit or a decision cancelled the waiting order, so nobody must keep waiting for it. */
function TakenBack({ trolly, elsewhere }: Pick<CheckoutStateProps, 'trolly' | 'elsewhere'>) {
  const device = useUserDevice()
  const takenBack = useLive({
    key: ['taken back', trolly.id],
    read: async (database) => (await readTakenBack(database)).some(({ trollyId }) => trollyId === trolly.id),
  }).value
  if (!takenBack) return null
  const seen = () =>
    device.keep(async () => {
      await forgetTakenBack(device.database, trolly.id)
    })
  return (
    <Banner
      tone="amber"
      inset
      action={
        elsewhere ? (
          <ButtonLink compact to={`/orders/create/search/checkout-${trolly.id}`}>
            Place it again
          </ButtonLink>
        ) : (
          <Button compact onClick={seen}>
            OK
          </Button>
        )
      }
    >
      {/* About as long as what it comes in place of: the rows below stay where they are being tapped. */}
      <strong>No longer waiting to be placed: the trolly changed.</strong> Your order won’t be placed until
      you place it again.
    </Banner>
  )
}
