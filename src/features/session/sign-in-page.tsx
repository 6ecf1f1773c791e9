import type { ReactNode } from 'react'
import styles from './sign-in-page.module.css'

/** A form of the width that a form has. */
export function SignInPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}
