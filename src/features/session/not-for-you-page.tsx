import { Box, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export type NotForYouPageProps = { words: string; to: string; label: string }

export function NotForYouPage({ words, to, label }: NotForYouPageProps) {
  return (
    <>
      <PageHeader title="You don’t have access" />
      <Stack align="flex-start" gap={16} maw="34rem" px="var(--page-edge, var(--s4))" pt={8} pb={48}>
        <Box component="span" c="dimmed">
          <IconLock size={40} stroke={1.5} aria-hidden="true" />
        </Box>
        <p>{words}</p>
        <ButtonLink variant="filled" to={to}>
          {label}
        </ButtonLink>
      </Stack>
    </>
  )
}
