import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { EmptyState, type EmptyStateProps } from '#src/ui/status/empty-state.tsx'
import { FailedState, type FailedStateProps } from '#src/ui/status/failed-state.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import styles from './list-state.module.css'

export type ListStateProps = {
  /** First load only: while reloading, keep showing the old rows instead. */
  loading?: boolean | undefined
  expected?: number | undefined
  /** For other lists than product rows; must have one row's height. */
  skeleton?: ReactNode
  /** Replaces the rows if there are none, else follows their age. */
  failed?: FailedStateProps | undefined
  count: number
  empty: EmptyStateProps
  /** For rows saved on this device: "Saved on this device at 09:12". */
  age?: string | undefined
  children: ReactNode
}

/** The four states of every list: loading, empty, failed, stale. */
export function ListState(props: ListStateProps) {
  const { loading, expected = 8, skeleton = <RowSkeleton />, failed, count, empty, age, children } = props
  if (count > 0) {
    return (
      <div className={styles.stack}>
        {age ? <AgeNote>{age}</AgeNote> : null}
        {children}
        {failed ? <FailedState {...failed} /> : null}
      </div>
    )
  }
  if (failed) return <FailedState {...failed} />
  if (loading) {
    return (
      <div className={styles.skeletons} aria-busy="true">
        <span role="status">
          <Hidden>Loading</Hidden>
        </span>
        {Array.from({ length: expected }, (_, index) => `skeleton-${index}`).map((key) => (
          <div key={key}>{skeleton}</div>
        ))}
      </div>
    )
  }
  return <EmptyState {...empty} />
}

function RowSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="100%" height="2.25rem" />
      <div className={styles.lines}>
        <Skeleton width="70%" height="0.875rem" />
        <Skeleton width="45%" height="0.75rem" />
      </div>
      <div className={styles.quantity}>
        <Skeleton height="2.125rem" />
      </div>
    </div>
  )
}
