import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

/** What is set, and its choices beside or below it. The control says its name itself. */
export function SettingRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}
