import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { decisionWords } from '#domain/operations/decision-words.ts'
import type { Decision } from '#domain/operations/draft.ts'
import type { Create } from '#domain/operations/operation.ts'
import type { NameOf } from '#domain/operations/words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useChoice } from '#src/device/use-choice.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import styles from './decision-card.module.css'

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

  return (
    <article className={styles.card} aria-label={subject}>
      <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
      <div className={styles.words}>
        {withoutSubject ? null : <p className={styles.subject}>{subject}</p>}
        <p className={styles.question}>{question}</p>
      </div>
      <div className={styles.answers}>
        <Button compact loading={answering} onClick={() => answer(dropIt)}>
          {theirs}
        </Button>
        {mine === null ? null : (
          <Button
            compact
            loading={answering}
            onClick={() => answer(() => outbox.decide(decision.opId, 'mine'))}
          >
            {mine}
          </Button>
        )}
        {otherCustomer && operation.kind === 'create' ? (
          <Button
            compact
            loading={answering}
            onClick={() => answer(() => outbox.createAgain(trollyId, forCustomer(operation, otherCustomer)))}
          >
            {`Use ${otherCustomer.name}`}
          </Button>
        ) : null}
        {elsewhere && seeAt ? (
          <ButtonLink compact variant="subtle" to={PLACES[seeAt].path(trollyId)}>
            {PLACES[seeAt].label}
          </ButtonLink>
        ) : null}
      </div>
    </article>
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
