import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type ChipProps = {
  children: string
  /** On or off, for a filter. */
  selected?: boolean | undefined
  /** Shows a cross: a press takes the thing away. Say what it does: "Remove filter Frozen". */
  removeLabel?: string | undefined
  icon?: ReactNode
  disabled?: boolean | undefined
  onClick: () => void
}

/** A choice as small as a word: a filter to turn on, or one that is on and can be taken away. */
export function Chip({ children, selected, removeLabel, icon, disabled, onClick }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={removeLabel === undefined ? selected : undefined}
      aria-label={removeLabel}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {icon}
      {children}
      {removeLabel === undefined ? null : <IconX size={14} stroke={2} aria-hidden="true" />}
    </button>
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
