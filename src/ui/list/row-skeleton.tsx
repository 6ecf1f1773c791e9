import { Skeleton } from '@mantine/core'
import styles from './row-skeleton.module.css'

/** Stands for a row of a title and a line of detail, at its final height, while a list loads. */
export function RowSkeleton({ title, detail, tall }: { title: string; detail: string; tall?: boolean }) {
  return (
    <div className={styles.row} data-tall={tall || undefined}>
      <Skeleton width={title} height="1rem" />
      <Skeleton width={detail} height="0.75rem" />
    </div>
  )
}
