import type { ReactNode } from 'react'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { EmptyState, type EmptyStateProps } from '#src/ui/status/empty-state.tsx'
import { FailedState, type FailedStateProps } from '#src/ui/status/failed-state.tsx'
import { LoadingRows, RowSkeleton } from './row-skeleton.tsx'

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
  if (count === 0 && !failed)
    return loading ? <LoadingRows count={expected} skeleton={skeleton} /> : <EmptyState {...empty} />
  return (
    <>
      {age && count > 0 ? <AgeNote>{age}</AgeNote> : null}
      {count > 0 ? children : null}
      {failed ? <FailedState {...failed} /> : null}
    </>
  )
}
