import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { InBar } from './bar-slot.tsx'
import styles from './bar-title.module.css'

export type BarTitleProps = {
  title: string
  detail?: ReactNode
  back: { to: string; label: string }
}

/** A phone's title, in the bar instead of the account and the day. The page's PageHeader, with `titleInBar`, has the h1. */
export function BarTitle({ title, detail, back }: BarTitleProps) {
  return (
    <InBar>
      <div className={styles.title} data-instead>
        <Link className={styles.back} to={back.to} aria-label={back.label} title={back.label}>
          <IconChevronLeft size={24} aria-hidden="true" />
        </Link>
        <div className={styles.words}>
          <p className={styles.name} aria-hidden="true">
            {title}
          </p>
          <p className={styles.detail}>{detail}</p>
        </div>
      </div>
    </InBar>
  )
}
