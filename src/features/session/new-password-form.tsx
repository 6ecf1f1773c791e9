import { Text } from '@mantine/core'
import { account } from '#contract/account.ts'
import { PASSWORD_FAULT_TEXTS, PASSWORD_LENGTH_MIN, typedPasswordFault } from '#domain/passwords.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import type { StepProps } from './sign-in-form.tsx'
import { useVisit } from './visit.ts'

/** Replaces a one-time password of the office, and signs in. The token works once, within an hour. */
export function NewPasswordForm({ email, token, enter }: StepProps) {
  const api = useApi()
  const visit = useVisit()

  async function choose({ password = '', again = '' }: FormValues): Promise<FormErrors | undefined> {
    try {
      const body = { email, token, password, password_confirmation: again }
      await api.call(account.resetPassword, { body })
    } catch (error) {
      const isItsFault = error instanceof ApiError && error.code === 'password_refused'
      return { [isItsFault ? 'password' : '']: messageOfError(error) }
    }
    return await enter(() => visit.signIn({ email, password }))
  }

  return (
    <Form label="Choose your password" validate={faults} onSubmit={choose}>
      <Text>
        The password you were given works once. Choose one that only you know, of at least{' '}
        {PASSWORD_LENGTH_MIN} characters.
      </Text>
      {/* A browser that offers to keep the password keeps it for this address. */}
      <input name="email" type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField name="password" label="New password" autoComplete="new-password" autoFocus />
      <PasswordField name="again" label="New password again" autoComplete="new-password" />
      <SubmitButton fullWidth>Save and sign in</SubmitButton>
    </Form>
  )
}

const faults = ({ password = '', again = '' }: FormValues): FormErrors => {
  const fault = typedPasswordFault(password, again)
  return fault === undefined
    ? {}
    : { [fault === 'differs' ? 'again' : 'password']: PASSWORD_FAULT_TEXTS[fault] }
}
