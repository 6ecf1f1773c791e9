import type { TrollyView } from '#domain/trollies/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { refusedOrder } from './refused-order.ts'

/** On the checkout alone: the trolly's page leads to it. */
export function Refused({ trolly }: { trolly: TrollyView }) {
  const { outbox } = useUserDevice()
  const refused = refusedOrder(trolly)
  if (!refused) return null
  const seen = () => outbox.decide(refused.opId, 'theirs').catch(showFailure)
  return (
    <Banner
      tone="red"
      inset
      action={
        <Button compact onClick={seen}>
          OK
        </Button>
      }
    >
      <strong>Not placed.</strong> {WORDS[refused.refusal.code] ?? refused.refusal.message}
    </Banner>
  )
}

const WORDS: Record<string, string> = {
  changed: 'This order has changed. Check it, then place it again.',
  checks_failed: 'Fix the problems below to place this order.',
}
