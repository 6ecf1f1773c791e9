import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** In place of a form that has been answered. Takes the focus, which was in the form. */
export function Sent({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap={12} align="flex-start">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Stack>
  )
}
