import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

/** Stands where something will be, in its final size (any CSS length). Says nothing: the list around it does. */
export function Skeleton({ width, height }: { width?: string | undefined; height?: string | undefined }) {
  const size = { '--skeleton-width': width, '--skeleton-height': height } as CSSProperties
  return <span className={styles.skeleton} style={size} aria-hidden="true" />
}
