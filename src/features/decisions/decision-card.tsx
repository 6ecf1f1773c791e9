import { useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { decisionWords } from '#domain/trollies/decision-words.ts'
import type { Decision } from '#domain/trollies/line-view.ts'
import type { Create } from '#domain/trollies/operation.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useChoice } from '#src/device/use-choice.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { QuestionCard } from '#src/ui/status/question-card.tsx'

export type DecisionCardProps = {
  trollyId: string
  decision: Decision
  nameOf: NameOf
  /** For other pages than the trolly's: links there. */
  elsewhere?: boolean | undefined
  /** The line already names its subject. */
  withoutSubject?: boolean | undefined
}

/** One question about a refused change with two answers, each sent as a new operation. */
export function DecisionCard({ trollyId, decision, nameOf, elsewhere, withoutSubject }: DecisionCardProps) {
  const { outbox } = useUserDevice()
  const [answering, setAnswering] = useState(false)
  const { subject, question, theirs, mine, seeAt } = decisionWords(decision, nameOf)
  const { operation } = decision
  const isCreation = operation.kind === 'create'
  const chosen = useChoice().value?.customer
  const otherCustomer = isCreation && chosen?.id !== operation.customerId ? chosen : undefined

  const answer = async (act: () => Promise<void>) => {
    setAnswering(true)
    try {
      await act()
    } catch (error) {
      showFailure(error)
    } finally {
      setAnswering(false)
    }
  }
  // Without its creation nothing else of a trolly can be sent.
  const dropIt = () => (isCreation ? outbox.discardLane(trollyId) : outbox.decide(decision.opId, 'theirs'))

  const repeat =
    mine === null
      ? []
      : [
          {
            label: mine,
            onChoose: () => answer(() => outbox.decide(decision.opId, 'mine')),
            loading: answering,
          },
        ]
  const useOther =
    otherCustomer && operation.kind === 'create'
      ? [
          {
            label: `Use ${otherCustomer.name}`,
            onChoose: () => answer(() => outbox.createAgain(trollyId, forCustomer(operation, otherCustomer))),
            loading: answering,
          },
        ]
      : []

  return (
    <QuestionCard
      label={subject}
      subject={withoutSubject ? undefined : subject}
      question={question}
      answers={[
        { label: theirs, onChoose: () => answer(dropIt), loading: answering },
        ...repeat,
        ...useOther,
      ]}
      more={
        elsewhere && seeAt ? (
          <ButtonLink compact variant="subtle" to={PLACES[seeAt].path(trollyId)}>
            {PLACES[seeAt].label}
          </ButtonLink>
        ) : null
      }
    />
  )
}

const forCustomer = (create: Create, { id, priceListId }: Customer): Create => ({
  ...create,
  customerId: id,
  priceListId,
})

const PLACES = {
  trolly: { label: 'Open the trolly', path: (id: string) => `/orders/create-${id}` },
  checkout: { label: 'Review the order', path: (id: string) => `/orders/create/search/checkout-${id}` },
}
