import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import type { StepProps } from '#src/features/session/sign-in-form.tsx'
import { useVisit } from '#src/features/session/visit.ts'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { AuthenticatorSecret } from './authenticator-secret.tsx'
import { AppCodeField, codeErrors, isExpired, missingCode } from './code-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Where the company requires a second factor: set up between the password and the session. */
export function SetUpForm({ token, enter, restart }: StepProps) {
  const api = useApi()
  const visit = useVisit()
  const [made, setMade] = useState<ReplyOf<typeof secondFactor.confirmAtSignIn>>()
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(secondFactor.beginAtSignIn, { token }),
    queryFn: () => api.call(secondFactor.beginAtSignIn, { body: { token } }),
    // Each read makes another secret.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

  if (made !== undefined) {
    const { recovery_codes, ...session } = made
    return (
      <Form label="Recovery codes" onSubmit={() => enter(() => visit.signInBy(async () => session))}>
        <RecoveryCodes codes={recovery_codes} />
        <SubmitButton fullWidth>I’ve kept them, continue</SubmitButton>
      </Form>
    )
  }
  return (
    <Form
      label="Set up two-step sign-in"
      validate={missingCode}
      onSubmit={async ({ code = '' }) => {
        try {
          setMade(await api.call(secondFactor.confirmAtSignIn, { body: { token, code } }))
        } catch (failure) {
          if (!isExpired(failure)) return codeErrors(failure)
          restart('That took too long. Enter your password again.')
        }
        return undefined
      }}
    >
      <Text>Your company asks for a second step after your password: a code from an app on your phone.</Text>
      {data !== undefined ? (
        <AuthenticatorSecret {...data} />
      ) : error !== null ? (
        <FailedState words={`We couldn’t get a key. ${reasonOf(error)}`} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={12}>
          <Skeleton height="13rem" width="13rem" />
        </Stack>
      )}
      <AppCodeField />
      <SubmitButton fullWidth>Turn on and sign in</SubmitButton>
    </Form>
  )
}
