import type { TrollyView } from '#domain/trollies/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { forgetTakenBack, readTakenBack } from '#src/sync/trollies/taken-back.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

export type TakenBackProps = {
  trolly: TrollyView
  /** For other pages than the checkout: links there. */
  elsewhere?: boolean
}

/** An edit or a decision cancelled the waiting order, so nobody must keep waiting for it. */
export function TakenBack({ trolly, elsewhere }: TakenBackProps) {
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
