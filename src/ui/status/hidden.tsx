import type { ReactNode } from 'react'
import styles from './hidden.module.css'

/** For screen readers only. */
export function Hidden({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <span className={styles.hidden} id={id}>
      {children}
    </span>
  )
}

/** Read out when it appears and when it changes. */
export function HiddenStatus({ children }: { children: string }) {
  return (
    <span role="status">
      <Hidden>{children}</Hidden>
    </span>
  )
}
