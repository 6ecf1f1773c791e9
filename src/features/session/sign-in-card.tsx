import type { ReactNode } from 'react'
import styles from './sign-in-card.module.css'

export function SignInCard({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}
