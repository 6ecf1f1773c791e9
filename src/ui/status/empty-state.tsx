import type { ReactNode } from 'react'
import styles from './message-state.module.css'

export type EmptyStateProps = {
  /** Says what to do: "Add a product to begin your trolly." */
  words: string
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ words, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon}
      <p className={styles.words}>{words}</p>
      {action}
    </div>
  )
}
