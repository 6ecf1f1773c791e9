import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import styles from './message-state.module.css'

export type FailedStateProps = {
  /** In the user's words: "Your orders could not be loaded." */
  words: string
  /** The button is busy until its promise settles. */
  onRetry?: (() => unknown) | undefined
}

/** Never show a failure as an empty list. */
export function FailedState({ words, onRetry }: FailedStateProps) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    try {
      await onRetry?.()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.state} role="alert" data-failed>
      <IconAlertCircle size={28} stroke={1.75} aria-hidden="true" />
      <p className={styles.words}>{words}</p>
      {onRetry ? (
        <Button loading={busy} onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
