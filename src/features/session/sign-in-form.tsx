import { type ComponentType, useState } from 'react'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError, UNEXPECTED_MESSAGE } from '#src/api/messages.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { durationWords } from '#src/ui/status/count-down.tsx'
import type { NewPasswordFormProps } from './new-password-form.tsx'
import { useVisit } from './visit.ts'

/** The guards redirect after signing in. */
export function SignInForm() {
  const visit = useVisit()
  const [handedOut, setHandedOut] = useState<HandedOut>()
  if (handedOut) return <handedOut.Form email={handedOut.email} token={handedOut.token} />

  async function signIn({ email = '', password = '' }: FormValues): Promise<FormErrors | undefined> {
    try {
      await visit.signIn({ email: email.trim(), password })
    } catch (error) {
      const token = tokenToChange(error)
      if (token === undefined) return explain(error)
      // Most sign-ins never need it.
      const loaded = await import('./new-password-form.tsx').catch(() => undefined)
      if (loaded === undefined) return { '': NOT_LOADED }
      setHandedOut({ Form: loaded.NewPasswordForm, email: email.trim(), token })
      return undefined
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

/** The password that the office handed out was right, and has to be replaced. */
type HandedOut = NewPasswordFormProps & { Form: ComponentType<NewPasswordFormProps> }

const NOT_LOADED = 'Part of the app couldn’t be loaded. Reload the page, then sign in again.'

const tokenToChange = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError && error.code === 'password_change_required')) return undefined
  const { token } = error.reply as { token?: unknown }
  return typeof token === 'string' ? token : undefined
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
    timeoutLength: MESSAGE_TIMES_MS.signInLocked,
    showInProduction: true,
  })
  return undefined
}

const LOCKED = 423

/** Words by code; the server's text shows only if no code fits. */
const signInProblem = (error: unknown): string => {
  const known = error instanceof ApiError ? PROBLEMS[error.code] : undefined
  return known?.(error as ApiError) ?? messageOfError(error)
}

const PROBLEMS: Record<string, (error: ApiError) => string> = {
  wrong_credentials: () => 'Your e-mail or password is incorrect.',
  locked: (error) =>
    `Too many wrong passwords: this sign-in is locked. ${tryAgain(error, 'Try again in 15 minutes')}.`,
  rate_limited: (error) => `Too many attempts. ${tryAgain(error, 'Try again in a few minutes')}.`,
  maintenance: (error) => `Trolly is closed for maintenance. ${tryAgain(error, 'Try again later')}.`,
  not_ready: (error) => `Trolly is starting. ${tryAgain(error, 'Try again in a moment')}.`,
  no_reply: () =>
    'We couldn’t reach Trolly. Check your connection and try again. Nothing you entered is lost.',
  unexpected_reply: () => UNEXPECTED_MESSAGE,
}

const tryAgain = ({ retryAfterSeconds }: ApiError, otherwise: string): string =>
  retryAfterSeconds === undefined
    ? otherwise
    : // A minute longer than the lock, so that trying then is never too early.
      `Try again in ${durationWords(Math.ceil(retryAfterSeconds / 60) * 60_000)}`
