import { Box, Stack } from '@mantine/core'
import { IconClockPause, IconTool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { CountDown } from '#src/ui/status/count-down.tsx'

export type WaitPageProps = Omit<Reason, 'signedOut'> & {
  words: string
  kept: ReactNode
  /** When to try again, epoch ms; null: unknown. */
  until: number | null
  back: { to: string; label: string }
}

export function WaitPage({ title, icon, words, kept, until, otherwise, back }: WaitPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <Stack align="flex-start" gap={16} maw="34rem" px="var(--page-edge, var(--s4))" pt={8} pb={48}>
        <Box component="span" c="dimmed">
          {icon}
        </Box>
        <p>{words}</p>
        {kept}
        <p>
          {until === null ? (
            otherwise
          ) : (
            <>
              Try again in <CountDown until={until} passed="a moment" calm />.
            </>
          )}
        </p>
        <ButtonLink variant="filled" to={back.to}>
          {back.label}
        </ButtonLink>
      </Stack>
    </>
  )
}

type Reason = { title: string; signedOut: string; icon: ReactNode; otherwise: string }

export const REASONS = {
  rateLimited: {
    title: 'Too many requests',
    signedOut: 'Too many requests came from this device, so you were signed out.',
    icon: <IconClockPause size={40} stroke={1.5} aria-hidden="true" />,
    otherwise: 'Try again in a few minutes.',
  },
  maintenance: {
    title: 'Closed for maintenance',
    signedOut: 'Trolly is closed for maintenance, so you were signed out.',
    icon: <IconTool size={40} stroke={1.5} aria-hidden="true" />,
    otherwise: 'Try again later. Orders you’ve already placed are not affected.',
  },
} satisfies Record<string, Reason>
