import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { signInCodes } from '#contract/sign-in-codes.ts'
import { codeText } from '#domain/one-time-code.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'

type Made = { code: string; expiresAt: string }

/** For the installed app of an iPhone, which asks for it (docs/decisions/0038). */
export function SignInCode() {
  const api = useApi()
  const run = useAction()
  const needsConnection = useNeedsConnection()
  const [made, setMade] = useState<Made>()
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      setMade(await run(() => api.call(signInCodes.make)))
    } catch (error) {
      showFailure(error)
    }
    setBusy(false)
  }
  return (
    <Stack gap={12} align="flex-start">
      <Text>
        The installed app asks you to sign in once more. Make a code here and type it there: press “Use a code
        from the browser”.
      </Text>
      <div aria-live="polite">{made ? <Shown made={made} /> : null}</div>
      <Button {...needsConnection} loading={busy} onClick={make}>
        {made ? 'Make a new code' : 'Make a code'}
      </Button>
    </Stack>
  )
}

function Shown({ made: { code, expiresAt } }: { made: Made }) {
  const isOver = useMinute() >= Date.parse(expiresAt)
  if (isOver) return <Text>The code no longer works.</Text>
  return (
    <>
      <Text component="p" ff="inherit" fz="var(--text-xxl)" fw={600}>
        {codeText(code)}
      </Text>
      <Text size="xs" c="dimmed">
        Works once, for ten minutes
      </Text>
    </>
  )
}
