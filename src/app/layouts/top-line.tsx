import { Link } from 'react-router-dom'
import { useCurrentSession } from '#src/app/session-context.ts'
import { useShellPorts } from '#src/app/shell-ports.ts'
import { Mark } from '#src/ui/brand/mark.tsx'
import type { Layout } from './layouts.ts'
import styles from './top-line.module.css'

export function TopLine({ layout }: { layout: Layout }) {
  const { Context, Status } = useShellPorts()
  return (
    <div className={styles.line} data-kind={layout.top} data-drawer={layout.navigation || undefined}>
      <Brand />
      {layout.context && Context ? (
        <div className={styles.context}>
          <Context />
        </div>
      ) : null}
      {layout.context && Status ? (
        <div className={styles.status}>
          <Status />
        </div>
      ) : null}
    </div>
  )
}

export function Brand() {
  const { company } = useShellPorts()
  const { status } = useCurrentSession()
  return (
    <Link
      className={styles.brand}
      to={status === 'signed-in' ? '/home' : '/'}
      aria-label={`${company.name}, start page`}
    >
      <span className={styles.mark} aria-hidden="true">
        <Mark size={22} />
      </span>
      <span className={styles.name}>{company.name}</span>
    </Link>
  )
}
