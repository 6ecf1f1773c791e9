import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

export type Definition = { term: string; value: ReactNode; strong?: boolean | undefined }

export type DefinitionListProps = {
  items: readonly Definition[]
  /** Facts are read beside their terms; amounts stand below one another at the end. */
  beside?: boolean
}

export function DefinitionList({ items, beside }: DefinitionListProps) {
  return (
    <dl className={styles.list} data-beside={beside || undefined}>
      {items.map(({ term, value, strong }) => (
        <div key={term} className={styles.pair} data-strong={strong || undefined}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
