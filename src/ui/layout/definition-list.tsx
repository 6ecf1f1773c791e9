import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

export type Definition = { term: string; value: ReactNode; strong?: boolean | undefined }

export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, strong }) => (
        <div key={term} className={styles.pair} data-strong={strong || undefined}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
