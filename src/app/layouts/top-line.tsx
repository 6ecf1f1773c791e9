import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTree } from '#src/app/session.ts'
import { useCompanyName } from '#src/features/company/company-context.tsx'
import { Mark } from '#src/ui/brand/mark.tsx'
import { BarSlot } from '#src/ui/layout/bar-slot.tsx'
import styles from './top-line.module.css'

type TopLineProps = {
  /** drawer: on a desk the brand is in the drawer. */
  kind: 'brand' | 'full' | 'drawer'
  context?: ReactNode
  status?: ReactNode
}

export function TopLine({ kind, context, status }: TopLineProps) {
  return (
    <div className={styles.line} data-kind={kind}>
      <Brand />
      {context ? <div className={styles.context}>{context}</div> : null}
      {context ? <BarSlot className={styles.slot} /> : null}
      {status ? <div className={styles.status}>{status}</div> : null}
    </div>
  )
}

export function Brand() {
  const name = useCompanyName()
  const { user } = useTree().session
  return (
    <Link className={styles.brand} to={user ? '/home' : '/'} aria-label={`${name} home`}>
      <span className={styles.mark} aria-hidden="true">
        <Mark size={22} />
      </span>
      <span>{name}</span>
    </Link>
  )
}
