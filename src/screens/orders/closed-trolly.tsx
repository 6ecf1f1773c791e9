import { useNavigate } from 'react-router-dom'
import { isClosed } from '#domain/operations/view.ts'
import type { NameOf } from '#domain/operations/words.ts'
import { isUntouched } from '#domain/outbox/operation.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { ClosedFoot } from './closed-foot.tsx'

export type ClosedTrollyProps = { trolly: OpenTrolly; nameOf: NameOf }

/** Replaces all order controls of a closed trolly with the outcome and the choices. */
export function ClosedTrolly({ trolly, nameOf }: ClosedTrollyProps) {
  return trolly.view.held ? (
    <HeldTrolly trolly={trolly} nameOf={nameOf} />
  ) : (
    <Banner tone="blue" inset action={<WayOn trolly={trolly} />}>
      {closedWords(trolly)}
    </Banner>
  )
}

/** The choices for unsent changes in a closed trolly. */
export function HeldTrolly({ trolly: { view, queue }, nameOf }: ClosedTrollyProps) {
  const navigate = useNavigate()
  return view.held ? (
    <HeldCard
      trollyId={view.id}
      refusal={view.held}
      queue={queue}
      nameOf={nameOf}
      onMoved={(newTrollyId) => navigate(`/orders/create-${newTrollyId}`, { replace: true })}
    />
  ) : null
}

/** At the foot, since the lines may fill many screens. */
export function ClosedTrollyFoot({ trolly, onChoices }: { trolly: OpenTrolly; onChoices: () => void }) {
  const { held } = trolly.view
  const words = held ? (HELD_WORDS[held.code] ?? 'This trolly is on hold.') : closedWords(trolly)
  return (
    <ClosedFoot
      words={isClosed(trolly.view) ? words : undefined}
      action={
        held ? (
          <Button compact onClick={onChoices}>
            Review your options
          </Button>
        ) : (
          <WayOn trolly={trolly} />
        )
      }
    />
  )
}

/** Short: the card with the choices says more. */
const HELD_WORDS: Record<string, string> = {
  checked_out: 'Ordered on another device.',
  trolly_deleted: 'Deleted on another device.',
}

const closedWords = ({ view }: OpenTrolly): string =>
  view.state === 'deleted' ? 'This trolly has been deleted.' : 'This trolly has been ordered.'

function WayOn({ trolly: { view, queue } }: { trolly: OpenTrolly }) {
  const { outbox } = useUserDevice()
  const canBeUndone = queue.some((queued) => queued.operation.kind === 'delete' && isUntouched(queued))
  return canBeUndone ? (
    <Button compact onClick={() => outbox.undoDelete(view.id).catch(showFailure)}>
      Restore trolly
    </Button>
  ) : (
    <ButtonLink compact to="/orders">
      See your trollies
    </ButtonLink>
  )
}
