import { isClosed } from '#domain/operations/view.ts'
import { useChoice } from '#src/device/use-choice.ts'
import { OrderBy } from '#src/features/delivery/order-by.tsx'
import { TrollyFoot } from '#src/features/trolly/trolly-foot.tsx'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'

/** The trolly's foot where products are chosen: what it comes to by now, and the way to it. */
export function ShoppingFoot({ trolly }: { trolly: OpenTrolly }) {
  const { id, customerId, deliveryDay } = trolly.view
  const choice = useChoice().value
  // A total would say that it can still be ordered, or that there is something to order.
  if (isClosed(trolly.view) || trolly.prepared) return null
  return (
    <TrollyFoot
      trolly={trolly}
      customer={choice?.customer.id === customerId ? choice.customer : undefined}
      note={deliveryDay === null ? null : <OrderBy customerId={customerId} deliveryDay={deliveryDay} />}
      action={
        <ButtonLink kind="main" to={`/orders/create-${id}`}>
          See trolly
        </ButtonLink>
      }
    />
  )
}
