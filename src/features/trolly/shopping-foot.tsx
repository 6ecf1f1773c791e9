import { countText } from '#domain/plain-text.ts'
import { heldReason } from '#domain/trollies/held-reason.ts'
import { isClosed, type TrollyView } from '#domain/trollies/view.ts'
import { useChoice } from '#src/device/use-choice.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { ClosedFoot } from './closed-trolly.tsx'
import { PanelLines } from './panel-lines.tsx'
import { TrollyFoot, type TrollyFootProps } from './trolly-foot.tsx'

/** The foot of the pages that fill a trolly. */
export function ShoppingFoot({ trolly, note }: Pick<TrollyFootProps, 'trolly' | 'note'>) {
  const { view } = trolly
  const { id, customerId } = view
  const mayOrder = useMayOrder()
  const choice = useChoice().value
  const path = `/orders/create-${id}`
  return (
    <>
      <ClosedFoot
        words={closedWords(view)}
        action={
          <ButtonLink compact to={path}>
            See trolly
          </ButtonLink>
        }
      />
      {/* A total would say that a closed trolly can still be ordered, or that a person who may only browse has begun one. */}
      {isClosed(view) || (view.isDraft && !mayOrder) ? null : (
        <TrollyFoot
          trolly={trolly}
          customer={choice?.customer.id === customerId ? choice.customer : undefined}
          note={note}
          panel={{
            title: 'Your trolly',
            aside: countText(trolly.totals.lineCount, 'line'),
            content: <PanelLines trolly={trolly} />,
          }}
          action={
            <ButtonLink variant="filled" to={path}>
              See trolly
            </ButtonLink>
          }
        />
      )}
    </>
  )
}

const closedWords = ({ held, state }: TrollyView): string | undefined => {
  if (held) return `${heldReason(held)} You can’t add to it until you decide what to do.`
  if (state === 'deleted') return 'This trolly has been deleted, so nothing can be added to it.'
  if (state !== 'open') return 'This trolly has been ordered, so nothing can be added to it.'
  return undefined
}
