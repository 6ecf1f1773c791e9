import { IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Hidden } from '#src/ui/status/hidden.tsx'
import styles from './context-button.module.css'

export type ContextButtonProps = {
  title: string
  /** The delivery day and its cut-off: "Wed 25 Nov · order in 1 h 12 min". */
  detail: ReactNode
  onOpen: () => void
  expanded?: boolean | undefined
}

/** Shows the current account and delivery day in the top bar, in the bar's own colours. */
export function ContextButton({ title, detail, onOpen, expanded }: ContextButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={expanded}
      onClick={onOpen}
    >
      <span className={styles.title}>
        <Hidden>Ordering for </Hidden>
        {title}
      </span>
      <span className={styles.detail}>{detail}</span>
      <IconSelector className={styles.chevron} size={16} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
