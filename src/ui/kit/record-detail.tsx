import type { ReactNode } from 'react'
import styles from './record-detail.module.css'

export type Detail = { label: string; value: ReactNode }

/**
 * What a record says, to read and not to change: label and value, long values below their label. With a PageHeader above it, it
 * is a detail page; in a Sheet it is a look beside the list.
 */
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
