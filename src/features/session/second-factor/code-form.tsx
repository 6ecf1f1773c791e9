import { Text } from '@mantine/core'
import { secondFactor } from '#contract/second-factor.ts'
import { useApi } from '#src/device/device-context.tsx'
import type { StepProps } from '#src/features/session/sign-in-form.tsx'
import { useVisit } from '#src/features/session/visit.ts'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { AnyCodeField, codeErrors, isExpired, missingCode } from './code-fields.tsx'

/** The second step of a sign-in whose password was right. */
export function CodeForm({ token, enter, restart }: StepProps) {
  const api = useApi()
  const visit = useVisit()
  return (
    <Form
      label="Two-step sign-in"
      validate={missingCode}
      onSubmit={({ code = '' }) =>
        enter(
          () => visit.signInBy(() => api.call(secondFactor.signIn, { body: { token, code } })),
          (error) => {
            if (!isExpired(error)) return codeErrors(error)
            restart('That took too long. Enter your password again.')
            return undefined
          },
        )
      }
    >
      <Text>Your password is right. One more step keeps others out.</Text>
      <AnyCodeField />
      <SubmitButton fullWidth>Sign in</SubmitButton>
    </Form>
  )
}
