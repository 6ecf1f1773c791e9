import type { ReactNode } from 'react'
import styles from './message-state.module.css'

export type EmptyStateProps = {
  /** One sentence that says what to do: "Add a product to begin your trolly." */
  words: string
  icon?: ReactNode
  /** One Button or ButtonLink. */
  action?: ReactNode
}

/** An empty list, which is not a failure. */
export function EmptyState({ words, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon}
      <p className={styles.words}>{words}</p>
      {action}
    </div>
  )
}
