import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type ChipProps = {
  children: string
  /** Shows a cross: a press takes the thing away. Say what it does: "Remove filter Frozen". */
  removeLabel?: string | undefined
  icon?: ReactNode
  onClick: () => void
}

/** A step as small as a word. Mantine's Chip is a box to tick; these do something, so they are its small round buttons. */
export function Chip({ children, removeLabel, icon, onClick }: ChipProps) {
  return (
    <Button className={styles.chip} radius="xl" aria-label={removeLabel} onClick={onClick}>
      {icon}
      {children}
      {removeLabel === undefined ? null : <IconX size={14} stroke={2} aria-hidden="true" />}
    </Button>
  )
}

/** Chips in one line that scrolls sideways on a phone and wraps on a desk. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {children}
    </fieldset>
  )
}
