import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './chip.module.css'

export type ChipProps = {
  children: string
  /** Shows a cross that removes the thing. Say what it removes: "Remove filter Frozen". */
  removeLabel?: string | undefined
  icon?: ReactNode
  /** What it opens or removes is in force. */
  active?: boolean | undefined
  /** It is switched on and off: screen readers hear which. */
  pressed?: boolean | undefined
  onClick: () => void
}

/** Mantine's Chip is a checkbox; these are actions, so they are small round buttons. */
export function Chip({ children, removeLabel, icon, active, pressed, onClick }: ChipProps) {
  return (
    <Button
      className={styles.chip}
      radius="xl"
      aria-label={removeLabel}
      aria-pressed={pressed}
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

type ChipLinkProps = {
  children: string
  to: string
  /** It is in force, and following it ends that. */
  active?: boolean | undefined
  /** A number in words. */
  count?: string | undefined
}

/** A step that is a page of its own, and works without script. */
export function ChipLink({ children, to, active, count }: ChipLinkProps) {
  return (
    <Button
      component={Link}
      to={to}
      className={styles.chip}
      radius="xl"
      mod={{ active }}
      aria-current={active || undefined}
    >
      {children}
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
      {active ? <IconX size={14} stroke={2} aria-hidden="true" /> : null}
    </Button>
  )
}

/** A `ChipRow` of links. */
export function ChipNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.row} aria-label={label} data-screen-only>
      {children}
    </nav>
  )
}
