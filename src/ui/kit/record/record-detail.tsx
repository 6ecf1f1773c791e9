import type { ReactNode } from 'react'
import styles from './record-detail.module.css'

export type Detail = { label: string; value: ReactNode }

export function RecordDetail({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={styles.detail}>
      {details.map(({ label, value }) => (
        <div key={label} className={styles.pair}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
