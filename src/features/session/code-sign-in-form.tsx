import { Text } from '@mantine/core'
import { signInCodes } from '#contract/sign-in-codes.ts'
import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { CodeField, codeProblem } from './code-field.tsx'
import { EmailField, emailProblem } from './email-field.tsx'
import { useVisit } from './visit.ts'
import { visitorProblem } from './visitor-problem.ts'

/** The guards redirect after signing in. */
export function CodeSignInForm() {
  const api = useApi()
  const visit = useVisit()

  async function signIn({ email = '', code = '' }: FormValues): Promise<FormErrors | undefined> {
    try {
      await visit.signInBy(() => api.call(signInCodes.use, { body: { email: email.trim(), code } }))
    } catch (error) {
      return explain(error)
    }
    notifications.show({ message: MESSAGES.signedIn, statusColor: 'success', showInProduction: true })
    return undefined
  }

  return (
    <Form
      label="Sign in with a code"
      validate={({ email, code }) => ({ ...emailProblem(email), ...codeProblem(code) })}
      onSubmit={signIn}
    >
      <Text>In the browser, open Settings and make a code under “Install the app”.</Text>
      <EmailField />
      <CodeField from="that Settings shows in the browser" />
      <SubmitButton fullWidth>Sign in</SubmitButton>
    </Form>
  )
}

const explain = (error: unknown): FormErrors =>
  error instanceof ApiError && error.code === 'sign_in_code_refused'
    ? { code: 'Check the e-mail and the code, or make a new one in the browser' }
    : { '': visitorProblem(error, 'Too many wrong codes.') }
