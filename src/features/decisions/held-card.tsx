import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countText } from '#domain/plain-text.ts'
import { type HeldAction, heldWords } from '#domain/trollies/decision-words.ts'
import type { QueuedOperation, Refusal } from '#domain/trollies/operation.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { useAction, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { type OpenTrolly, productNamesOf } from '#src/store/trollies/open-trolly.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { QuestionCard } from '#src/ui/status/question-card.tsx'
import { actOnHeld } from './act-on-held.ts'

export type HeldCardProps = {
  trollyId: string
  refusal: Refusal
  queue: readonly QueuedOperation[]
  nameOf: NameOf
  onMoved?: ((newTrollyId: string) => void) | undefined
}

/** For a trolly on hold: ordered or deleted elsewhere, or the server was restored. */
export function HeldCard({ trollyId, refusal, queue, nameOf, onMoved }: HeldCardProps) {
  const device = useUserDevice()
  const run = useAction()
  const [acting, setActing] = useState<HeldAction>()
  const { question, details, actions } = heldWords(refusal, queue, nameOf)
  const unseen = details.length - DETAILS_SHOWN

  const answer = async (act: HeldAction) => {
    setActing(act)
    try {
      const done = await run(() => actOnHeld[act](device, trollyId))
      if (done.words) notifications.show({ message: done.words, statusColor: 'info', showInProduction: true })
      if (done.newTrollyId) onMoved?.(done.newTrollyId)
    } catch (error) {
      showFailure(error)
    } finally {
      setActing(undefined)
    }
  }

  return (
    <QuestionCard
      label="This trolly is on hold"
      question={question}
      details={[
        ...details.slice(0, DETAILS_SHOWN),
        ...(unseen > 0 ? [`Plus ${countText(unseen, 'more line')}.`] : []),
      ]}
      answers={actions.map(({ act, label }) => ({
        label,
        loading: acting === act,
        disabled: acting !== undefined && acting !== act,
        onChoose: () => answer(act),
      }))}
    />
  )
}

const DETAILS_SHOWN = 8

/** The card on the trolly's own page, which makes way for the new trolly. */
export function HeldTrolly({ trolly }: { trolly: OpenTrolly }) {
  const { view, queue } = trolly
  const navigate = useNavigate()
  const nameOf = useMemo(() => productNamesOf(trolly), [trolly])
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
