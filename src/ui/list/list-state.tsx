import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { EmptyState, type EmptyStateProps } from '#src/ui/status/empty-state.tsx'
import { FailedState, type FailedStateProps } from '#src/ui/status/failed-state.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import styles from './list-state.module.css'

export type ListStateProps = {
  /** Nothing to show yet. Rows of a former answer stay on screen instead: pass them and not this. */
  loading?: boolean | undefined
  /** How many skeletons; about as many rows as are expected. */
  expected?: number | undefined
  /** Another skeleton for lists that are not of product rows; same height as one row. */
  skeleton?: ReactNode
  /** Shown instead of the rows where there are none, below the rows' age where there are some. */
  failed?: FailedStateProps | undefined
  /** How many rows there are. */
  count: number
  empty: EmptyStateProps
  /** Set where the rows are from this device and may be out of date: "Saved on this device at 09:12". */
  age?: string | undefined
  children: ReactNode
}

/** The four states of every list: loading, empty, failed, old; and the list itself, which is passed as children. */
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
