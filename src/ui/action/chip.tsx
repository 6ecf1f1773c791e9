import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type ChipProps = {
  children: string
  /** Shows a cross that removes the thing. Say what it removes: "Remove filter Frozen". */
  removeLabel?: string | undefined
  icon?: ReactNode
  /** What it opens or removes is in force. */
  active?: boolean | undefined
  onClick: () => void
}

/** Mantine's Chip is a checkbox; these are actions, so they are small round buttons. */
export function Chip({ children, removeLabel, icon, active, onClick }: ChipProps) {
  return (
    <Button
      className={styles.chip}
      radius="xl"
      aria-label={removeLabel}
      mod={{ active: active || removeLabel !== undefined }}
      onClick={onClick}
    >
      {icon}
      {children}
      {removeLabel === undefined ? null : <IconX size={14} stroke={2} aria-hidden="true" />}
    </Button>
  )
}

/** One line that scrolls sideways on a phone and wraps on a desk. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {children}
    </fieldset>
  )
}
