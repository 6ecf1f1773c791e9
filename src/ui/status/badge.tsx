import type { ReactNode } from 'react'
import styles from './badge.module.css'
import type { Tone } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

export type BadgeProps = {
  label: string
  tone?: Tone | undefined
  /** Defaults to the tone's icon for amber, red and green; null shows none. */
  icon?: ReactNode
  /** No frame while plain, for common words such as "In stock". */
  bare?: boolean | undefined
}

/** Not pressable; use a Button for that. */
export function Badge({ label, tone = 'plain', icon, bare }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-bare={bare || undefined}>
      {icon === undefined ? <ToneIcon tone={tone} size={13} /> : icon}
      <span className={styles.label}>{label}</span>
    </span>
  )
}
