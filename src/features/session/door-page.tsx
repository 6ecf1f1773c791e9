import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import band from '#src/ui/layout/bar-band.module.css'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import styles from './door-page.module.css'

const MARKS = ['tomato', 'salmon', 'bread', 'leaf', 'eggs', 'cheese']

type DoorPageProps = { title: string; detail?: ReactNode; children: ReactNode }

/** The look of the pages on the way in: signing in, and getting a new password. */
export function DoorPage({ title, detail, children }: DoorPageProps) {
  // The drawings come after the words, which a visitor waits for; their room is reserved.
  const marks = useMounted() ? MARKS : []
  return (
    <div className={styles.page}>
      <div className={`${band.band} ${styles.goods}`} aria-hidden="true">
        {marks.map((mark) => (
          <ProductPicture key={mark} mark={mark} />
        ))}
      </div>
      <PageHeader title={title} detail={detail} />
      <div className={styles.form}>{children}</div>
    </div>
  )
}
