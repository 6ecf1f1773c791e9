import type { ReactNode } from 'react'
import styles from './badge.module.css'
import type { Tone } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

export type BadgeProps = {
  label: string
  tone?: Tone | undefined
  /** The tone's own icon stands for amber, red and green where none is given; null shows none. */
  icon?: ReactNode
  /** No frame while its tone is plain: words that everything has, such as "In stock". */
  bare?: boolean | undefined
}

/** A word or two about a thing. It does nothing when pressed; what can be pressed is a Button. */
export function Badge({ label, tone = 'plain', icon, bare }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-bare={bare || undefined}>
      {icon === undefined ? <ToneIcon tone={tone} size={13} /> : icon}
      <span className={styles.label}>{label}</span>
    </span>
  )
}
