import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

/** The control has its own accessible name. */
export function SettingRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}
