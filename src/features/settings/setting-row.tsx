import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The control has its own accessible name. */
export function SettingRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="8px 16px" mih="var(--target)" py={8}>
      <span aria-hidden="true">{label}</span>
      {children}
    </Group>
  )
}
