import { heldReason } from '#domain/operations/decision-words.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** Why nothing can be put into this trolly now, and where that is dealt with. */
export function ReadOnlyNote({ trolly: { view, prepared } }: { trolly: OpenTrolly }) {
  const mayOrder = useMayOrder()
  const words = mayOrder ? whyReadOnly(view) : MAY_NOT
  if (words === undefined) return null
  return (
    <Banner
      kind={view.held ? 'problem' : 'info'}
      action={
        prepared ? null : (
          <ButtonLink compact to={`/orders/create-${view.id}`}>
            See trolly
          </ButtonLink>
        )
      }
    >
      {words}
    </Banner>
  )
}

const MAY_NOT = 'You can browse but not order. Ask the office for access.'

const whyReadOnly = ({ held, checkout, state }: TrollyView): string | undefined => {
  if (held) return `${heldReason(held)} Nothing can be added to it: decide how to go on.`
  if (checkout === 'underWay') return 'This order is being placed, so nothing can be added to it now.'
  if (state === 'deleted') return 'This trolly is deleted, so nothing can be added to it.'
  if (state !== 'open') return 'This trolly was ordered, so nothing can be added to it.'
  return undefined
}
