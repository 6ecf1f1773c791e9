import type { ReactNode } from 'react'
import styles from './sign-in-card.module.css'

/** The sign-in form's card, on the landing page and on its own page. */
export function SignInCard({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}
