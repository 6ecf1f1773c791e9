import { ActionIcon } from '@mantine/core'

import type { MouseEventHandler, ReactNode } from 'react'

export type IconButtonProps = {
  label: string
  icon: ReactNode
  onClick: MouseEventHandler<HTMLButtonElement>
  pressed?: boolean | undefined
  expanded?: boolean | undefined
  tabIndex?: number | undefined
}

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
