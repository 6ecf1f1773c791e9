import { Text } from '@mantine/core'
import { account } from '#contract/account.ts'
import { messageOfError } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import {
  NewPasswordFields,
  newPasswordOf,
  newPasswordProblem,
  refusedPassword,
} from './new-password-fields.tsx'
import type { StepProps } from './sign-in-form.tsx'
import { useVisit } from './visit.ts'

/** Replaces a one-time password of the office, and signs in. The token works once, within an hour. */
export function NewPasswordForm({ email, token, enter }: StepProps) {
  const api = useApi()
  const visit = useVisit()

  async function choose(typed: FormValues): Promise<FormErrors | undefined> {
    const body = { email, token, ...newPasswordOf(typed) }
    try {
      await api.call(account.resetPassword, { body })
    } catch (error) {
      return refusedPassword(error) ?? { '': messageOfError(error) }
    }
    return await enter(() => visit.signIn({ email, password: body.password }))
  }

  return (
    <Form label="Choose your password" validate={newPasswordProblem} onSubmit={choose}>
      <Text>The password you were given works once. Choose one that only you know.</Text>
      <NewPasswordFields email={email} autoFocus />
      <SubmitButton fullWidth>Save and sign in</SubmitButton>
    </Form>
  )
}
