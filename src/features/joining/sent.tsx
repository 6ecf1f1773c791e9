import { Group, Stack } from '@mantine/core'
import type { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './sent.module.css'

export type SentProps = {
  title: string
  icon: typeof IconCircleCheck
  /** Good news, or none. */
  tone?: 'green' | 'plain'
  children: ReactNode
}

/** In place of a form that has been answered. Takes the focus, which was in the form. */
export function Sent({ title, icon: Icon, tone = 'green', children }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap={16} className={styles.answer} data-tone={tone}>
      <Group gap={12} wrap="nowrap">
        <span className={styles.icon} aria-hidden="true">
          <Icon size={24} stroke={1.75} />
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </Group>
      {children}
    </Stack>
  )
}
