import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import type { Tone } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

const KINDS = {
  info: { tone: 'blue', icon: <ToneIcon tone="blue" size={18} /> },
  done: { tone: 'green', icon: <ToneIcon tone="green" size={18} /> },
  warning: { tone: 'amber', icon: <ToneIcon tone="amber" size={18} /> },
  problem: { tone: 'red', icon: <ToneIcon tone="red" size={18} /> },
  offline: { tone: 'plain', icon: <IconCloudOff size={18} aria-hidden="true" /> },
} as const satisfies Record<string, { tone: Tone; icon: ReactNode }>

export type BannerProps = {
  kind: keyof typeof KINDS
  children: ReactNode
  /** In place of the kind's own. */
  icon?: ReactNode
  /** One Button, compact. */
  action?: ReactNode
  /** Rounded, for use between other things; else it spans the page from edge to edge. */
  inset?: boolean | undefined
}

/** Something to know that stays until it is no longer so. What passes by itself is a notification. */
export function Banner({ kind, children, icon, action, inset }: BannerProps) {
  const { tone, icon: ownIcon } = KINDS[kind]
  return (
    <div
      className={styles.banner}
      data-tone={tone}
      data-inset={inset || undefined}
      data-action={action ? true : undefined}
      role={kind === 'problem' ? 'alert' : 'status'}
    >
      <span className={styles.icon}>{icon ?? ownIcon}</span>
      <div className={styles.words}>{children}</div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}
