import { Skeleton } from '@mantine/core'
import styles from './row-skeleton.module.css'

export function RowSkeleton({ title, detail, tall }: { title: string; detail: string; tall?: boolean }) {
  return (
    <div className={styles.row} data-tall={tall || undefined}>
      <Skeleton width={title} height="1rem" />
      <Skeleton width={detail} height="0.75rem" />
    </div>
  )
}
