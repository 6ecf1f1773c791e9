import type { Decision } from '#domain/operations/draft.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'

/** How far an order that was asked for has come, and what can be done about it. */
export function CheckoutState({ trolly }: { trolly: TrollyView }) {
  const { outbox } = useUserDevice()
  const takeBack = async () => {
    try {
      if (!(await outbox.takeBackCheckout(trolly.id)))
        notifications.show({
          message: 'Too late to take back: the order is on its way.',
          statusColor: 'warning',
          showInProduction: true,
        })
    } catch (error) {
      showFailure(error)
    }
  }
  switch (trolly.checkout) {
    case 'none':
      return null
    case 'queued':
      return (
        <Banner
          kind="warning"
          inset
          action={
            <Button compact onClick={takeBack}>
              Take back
            </Button>
          }
        >
          <strong>Not placed yet.</strong> It is saved on this device and is placed when the signal is back,
          if nothing has changed by then.
        </Banner>
      )
    case 'underWay':
      return (
        <Banner kind="info" inset>
          <strong>Being placed.</strong> Waiting for the order number; nothing can be changed until it is
          here.
        </Banner>
      )
    case 'refused':
      return <Refused trolly={trolly} />
  }
}

function Refused({ trolly }: { trolly: TrollyView }) {
  const { outbox } = useUserDevice()
  const refused = refusedCheckout(trolly)
  if (!refused) return null
  const seen = () => outbox.decide(refused.opId, 'theirs').catch(showFailure)
  return (
    <Banner
      kind="problem"
      inset
      action={
        <Button compact onClick={seen}>
          Understood
        </Button>
      }
    >
      <strong>Not placed.</strong> {WORDS[refused.refusal.code] ?? refused.refusal.message}
    </Banner>
  )
}

const WORDS: Record<string, string> = {
  changed: 'Lines, prices or the day are not what you saw. Look through it and place it again.',
  checks_failed: 'See below what stands against it.',
}

const refusedCheckout = ({ decisions }: TrollyView): Decision | undefined =>
  decisions.find(({ operation }) => operation.kind === 'checkout')
