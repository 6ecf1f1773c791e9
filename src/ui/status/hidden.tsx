import type { ReactNode } from 'react'
import styles from './hidden.module.css'

/** Text for screen readers alone. */
export function Hidden({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <span className={styles.hidden} id={id}>
      {children}
    </span>
  )
}
