import { ActionIcon } from '@mantine/core'

import type { MouseEventHandler, ReactNode } from 'react'

export type IconButtonProps = {
  /** What it does, said by screen readers and shown as a tooltip. */
  label: string
  icon: ReactNode
  onClick: MouseEventHandler<HTMLButtonElement>
  /** For a switch such as a favourite: whether it is on. */
  pressed?: boolean | undefined
  /** For one that opens something: whether that is open. */
  expanded?: boolean | undefined
  tabIndex?: number | undefined
}

/** Mantine's icon button with a name that nobody can forget. */
export function IconButton({ label, icon, onClick, pressed, expanded, tabIndex }: IconButtonProps) {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  )
}
