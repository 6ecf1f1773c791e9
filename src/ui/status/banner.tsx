import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { type Tone, ToneIcon } from './tone.tsx'

export type BannerProps = {
  tone: Tone
  children: ReactNode
  /** Replaces the tone's own. */
  icon?: ReactNode
  /** Compact buttons. */
  action?: ReactNode
  /** Rounded, between other content; else full width. */
  inset?: boolean | undefined
}

/** Stays while its condition lasts; use a notification for passing news. */
export function Banner({ tone, children, icon, action, inset }: BannerProps) {
  return (
    <Alert
      color={tone}
      radius={inset ? 'default' : 0}
      icon={icon ?? <ToneIcon tone={tone} size={18} />}
      classNames={{ root: styles.banner, icon: styles.icon, message: styles.message }}
      mod={{ inset, action: Boolean(action) }}
      role={tone === 'red' ? 'alert' : 'status'}
    >
      <div className={styles.words}>{children}</div>
      {action ? (
        <Group gap={8} ms="auto" style={{ alignSelf: 'start' }}>
          {action}
        </Group>
      ) : null}
    </Alert>
  )
}
