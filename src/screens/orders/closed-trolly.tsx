import { useNavigate } from 'react-router-dom'
import { isUntouched } from '#domain/operations/operation.ts'
import type { NameOf } from '#domain/operations/words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** In place of everything that would order a trolly that cannot be ordered any more: what became of it, and the choices. */
export function ClosedTrolly({ trolly, nameOf }: { trolly: OpenTrolly; nameOf: NameOf }) {
  const { outbox } = useUserDevice()
  const navigate = useNavigate()
  const { view, queue } = trolly
  if (view.held) {
    return (
      <HeldCard
        trollyId={view.id}
        refusal={view.held}
        queue={queue}
        nameOf={nameOf}
        onMoved={(newTrollyId) => navigate(`/orders/create-${newTrollyId}`, { replace: true })}
      />
    )
  }
  const canBeUndone = queue.some((queued) => queued.operation.kind === 'delete' && isUntouched(queued))
  return (
    <Banner
      kind="info"
      inset
      action={
        canBeUndone ? (
          <Button compact onClick={() => outbox.undoDelete(view.id).catch(showFailure)}>
            Bring it back
          </Button>
        ) : (
          <ButtonLink compact to="/orders">
            See your trollies
          </ButtonLink>
        )
      }
    >
      {view.state === 'deleted' ? 'This trolly is deleted.' : 'This trolly was ordered.'}
    </Banner>
  )
}
