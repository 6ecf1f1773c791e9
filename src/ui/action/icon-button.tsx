import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core'
import type { ReactNode } from 'react'

export type IconButtonProps = ElementProps<'button', keyof ActionIconProps> & {
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, ...props }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} {...props}>
      {icon}
    </ActionIcon>
  )
}
