import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export type EmptyStateProps = {
  /** Says what to do: "Add a product to begin your trolly." */
  words: string
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ words, icon, action }: EmptyStateProps) {
  return (
    <Stack
      align="center"
      justify="flex-start"
      gap={12}
      maw="26rem"
      mx="auto"
      px={16}
      py={40}
      ta="center"
      c="dimmed"
    >
      {icon}
      <Text style={{ overflowWrap: 'anywhere' }}>{words}</Text>
      {action}
    </Stack>
  )
}
