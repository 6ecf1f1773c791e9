import { Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'

export type FailedStateProps = {
  /** In the user's words: "Your orders could not be loaded." */
  words: string
  /** The button is busy until its promise settles. */
  onRetry?: (() => unknown) | undefined
}

/** Never show a failure as an empty list. */
export function FailedState({ words, onRetry }: FailedStateProps) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    try {
      await onRetry?.()
    } finally {
      setBusy(false)
    }
  }
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
      role="alert"
    >
      <IconAlertCircle size={28} stroke={1.75} color="var(--red)" aria-hidden="true" />
      <Text style={{ overflowWrap: 'anywhere' }}>{words}</Text>
      {onRetry ? (
        <Button loading={busy} onClick={retry}>
          Try again
        </Button>
      ) : null}
    </Stack>
  )
}
