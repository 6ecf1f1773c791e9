import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { type HeldAction, heldWords } from '#domain/operations/decision-words.ts'
import type { QueuedOperation, Refusal } from '#domain/operations/operation.ts'
import { countText, type NameOf } from '#domain/operations/words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { actOnHeld } from './act-on-held.ts'
import styles from './decision-card.module.css'

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
  const [acting, setActing] = useState<HeldAction>()
  const { question, details, actions } = heldWords(refusal, queue, nameOf)
  const unseen = details.length - DETAILS_SHOWN

  const run = async (act: HeldAction) => {
    setActing(act)
    try {
      const done = await actOnHeld[act](device, trollyId)
      if (done.words) notifications.show({ message: done.words, statusColor: 'info', showInProduction: true })
      if (done.newTrollyId) onMoved?.(done.newTrollyId)
    } catch (error) {
      showFailure(error)
    } finally {
      setActing(undefined)
    }
  }

  return (
    <article className={styles.card} aria-label="This trolly is on hold">
      <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
      <div className={styles.words}>
        <p>{question}</p>
        {details.length > 0 ? (
          <ul className={styles.details}>
            {details.slice(0, DETAILS_SHOWN).map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
            {unseen > 0 ? <li>{`And ${countText(unseen, 'line')} more.`}</li> : null}
          </ul>
        ) : null}
      </div>
      <div className={styles.answers}>
        {actions.map(({ act, label }) => (
          <Button
            key={act}
            compact
            loading={acting === act}
            disabled={acting !== undefined && acting !== act}
            onClick={() => run(act)}
          >
            {label}
          </Button>
        ))}
      </div>
    </article>
  )
}

const DETAILS_SHOWN = 8
