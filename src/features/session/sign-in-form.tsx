import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { PasswordField, TextField } from '#src/ui/form/fields.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { notifications, PERSISTENT } from '#src/ui/notifications/notifications.ts'
import { signInProblem } from './sign-in-problems.ts'
import { useVisit } from './visit.ts'

/** The guards redirect after signing in. */
export function SignInForm() {
  const visit = useVisit()

  async function signIn({ email = '', password = '' }: FormValues): Promise<FormErrors | undefined> {
    try {
      await visit.signIn({ email: email.trim(), password })
    } catch (error) {
      return explain(error)
    }
    notifications.show({ message: MESSAGES.signedIn, statusColor: 'success', showInProduction: true })
    return undefined
  }

  return (
    <Form label="Sign in" validate={missingFields} onSubmit={signIn}>
      <TextField
        name="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        enterKeyHint="next"
      />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <SubmitButton fullWidth>Sign in</SubmitButton>
    </Form>
  )
}

const missingFields = ({ email = '', password = '' }: FormValues): FormErrors => ({
  ...(email.trim() === '' && { email: 'Enter your e-mail' }),
  ...(password === '' && { password: 'Enter your password' }),
})

/** A locked sign-in is a message until dismissed (specification, section 8); other errors show in the form. */
const explain = (error: unknown): FormErrors | undefined => {
  const message = signInProblem(error)
  if (!(error instanceof ApiError && error.status === LOCKED)) return { '': message }
  notifications.show({
    message,
    statusCode: LOCKED,
    icon: 'lock',
    timeoutLength: PERSISTENT,
    showInProduction: true,
  })
  return undefined
}

const LOCKED = 423
