import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { type HeldAction, heldWords } from '#domain/operations/decision-words.ts'
import type { QueuedOperation, Refusal } from '#domain/operations/operation.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { actOnHeld } from './act-on-held.ts'
import styles from './decision-card.module.css'

export type HeldCardProps = {
  trollyId: string
  refusal: Refusal
  /** What waits in the trolly. */
  queue: readonly QueuedOperation[]
  /** Its lines are in this new trolly now. */
  onMoved?: ((newTrollyId: string) => void) | undefined
}

/** A trolly that stands still as a whole: ordered or deleted elsewhere, or on a server that was restored. */
export function HeldCard({ trollyId, refusal, queue, onMoved }: HeldCardProps) {
  const device = useUserDevice()
  const [acting, setActing] = useState<HeldAction>()
  const { question, actions } = heldWords(refusal, queue)

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
    <article className={styles.card} aria-label="This trolly stands still">
      <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
      <p className={styles.words}>{question}</p>
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
