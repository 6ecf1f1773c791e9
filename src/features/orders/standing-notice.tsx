import type { TrackedOrder } from '#contract/orders.ts'
import { instantText } from '#domain/delivery-days.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** Where an order no longer stands as it was placed. */
export function StandingNotice({ order }: { order: TrackedOrder }) {
  const { cancelledAt, replacedAt } = order
  if (cancelledAt !== null)
    return (
      <Banner tone="red" inset>
        {`This order was cancelled at ${instantText(new Date(cancelledAt))}. Nothing will be delivered.`}
      </Banner>
    )
  if (replacedAt === null) return null
  return (
    <Banner
      tone="blue"
      inset
      action={
        <ButtonLink compact to={`/orders/active-orders?q=${order.orderNo}`}>
          See the order
        </ButtonLink>
      }
    >
      {`This order was changed at ${instantText(new Date(replacedAt))}. Below is the earlier version.`}
    </Banner>
  )
}
