import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import styles from './row-skeleton.module.css'

export type RowSkeletonProps = { title?: string; detail?: string; height?: string }

export function RowSkeleton({ title = '70%', detail = '45%', height }: RowSkeletonProps) {
  return (
    <div className={styles.row} style={{ height }}>
      <Skeleton width={title} height="1rem" />
      <Skeleton width={detail} height="0.75rem" />
    </div>
  )
}

/** As high as a ProductRow whose name takes one line, so that nothing moves when the rows arrive. */
export function ProductSkeleton() {
  return (
    <div className={styles.product}>
      <Skeleton className={styles.picture} />
      <Skeleton width="75%" height="0.875rem" />
      <Skeleton width="40%" height="0.75rem" />
      <Skeleton width="25%" height="0.875rem" />
    </div>
  )
}

export function LoadingRows({ count, skeleton }: { count: number; skeleton: ReactNode }) {
  return (
    <div className={styles.rows} aria-busy="true">
      <HiddenStatus>Loading</HiddenStatus>
      {Array.from({ length: count }, (_, index) => `skeleton-${index}`).map((key) => (
        <div key={key}>{skeleton}</div>
      ))}
    </div>
  )
}
