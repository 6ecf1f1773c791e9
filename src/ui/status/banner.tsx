import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import type { Tone } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

const TONES = {
  info: 'blue',
  done: 'green',
  warning: 'amber',
  problem: 'red',
  offline: 'plain',
} as const satisfies Record<string, Tone>

const ICONS: Partial<Record<keyof typeof TONES, ReactNode>> = {
  offline: <IconCloudOff size={18} aria-hidden="true" />,
}

export type BannerProps = {
  kind: keyof typeof TONES
  children: ReactNode
  /** Replaces the kind's own. */
  icon?: ReactNode
  /** One compact Button. */
  action?: ReactNode
  /** Rounded, between other content; else full width. */
  inset?: boolean | undefined
}

/** Stays while its condition lasts; use a notification for passing news. */
export function Banner({ kind, children, icon, action, inset }: BannerProps) {
  const tone = TONES[kind]
  return (
    <Alert
      color={tone}
      radius={inset ? 'default' : 0}
      icon={icon ?? ICONS[kind] ?? <ToneIcon tone={tone} size={18} />}
      classNames={{ root: styles.banner, icon: styles.icon, message: styles.message }}
      mod={{ inset, action: Boolean(action) }}
      role={kind === 'problem' ? 'alert' : 'status'}
    >
      <div className={styles.words}>{children}</div>
      {action}
    </Alert>
  )
}
