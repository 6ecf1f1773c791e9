import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { type Tone, toneStyle } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

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
