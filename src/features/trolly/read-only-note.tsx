import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** Says why nothing can be added to an open trolly. For a closed one the page's foot says so instead. */
export function ReadOnlyNote({ trolly: { view } }: { trolly: OpenTrolly }) {
  const mayOrder = useMayOrder()
  if (mayOrder && view.checkout !== 'underWay') return null
  return (
    <Banner
      tone="blue"
      action={
        view.isDraft ? null : (
          <ButtonLink compact to={`/orders/create-${view.id}`}>
            See trolly
          </ButtonLink>
        )
      }
    >
      {mayOrder ? 'This order is being placed, so nothing can be added to it now.' : MAY_NOT}
    </Banner>
  )
}

const MAY_NOT = 'You can browse but not order. Ask the office for access.'
