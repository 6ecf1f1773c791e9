import { IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { type Tone, ToneIcon, toneStyle } from './tone.tsx'

export type BadgeProps = {
  label: string
  tone?: Tone | undefined
  /** Defaults to the tone's icon for amber, red and green. */
  icon?: ReactNode
}

/** Not pressable; use a Button for that. */
export function Badge({ label, tone = 'plain', icon = <ToneIcon tone={tone} size={13} /> }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} style={toneStyle(tone)}>
      {icon}
      <span className={styles.label}>{label}</span>
    </span>
  )
}

/** A line's state. Amber: only on this device so far. */
export function LineMark({ label, tone }: Pick<BadgeProps, 'label' | 'tone'>) {
  const icon = tone === 'amber' ? <IconDeviceMobile size={13} stroke={2} aria-hidden="true" /> : undefined
  return <Badge label={label} tone={tone} icon={icon} />
}
