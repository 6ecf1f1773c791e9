import { Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'

/** The age of saved data: "Prices as of 09:12". */
export function AgeNote({ children }: { children: string }) {
  return (
    <Group
      component="p"
      gap={8}
      px="var(--page-edge, var(--s4))"
      py={8}
      c="dimmed"
      fz="xs"
      lh="var(--leading-s)"
    >
      <IconHistory size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </Group>
  )
}
