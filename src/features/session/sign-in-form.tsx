import { type ComponentType, useState } from 'react'
import { Link } from 'react-router-dom'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { type Carried, useCarried } from './carried.ts'
import { EmailField, emailProblem } from './email-field.tsx'
import type { NewPasswordFormProps } from './new-password-form.tsx'
import styles from './sign-in-form.module.css'
import { useVisit } from './visit.ts'
import { visitorProblem } from './visitor-problem.ts'

/** The guards redirect after signing in. */
export function SignInForm() {
  const visit = useVisit()
  const [typed, setTyped] = useState('')
  const [handedOut, setHandedOut] = useState<HandedOut>()
  const { email } = useCarried()
  const carried = { email: typed || email } satisfies Partial<Carried>
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
      <EmailField onChange={(event) => setTyped(event.currentTarget.value)} />
      <div className={styles.password}>
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Link className={styles.forgotten} to="/auth/forgotten-password" state={carried}>
          Forgotten password
        </Link>
      </div>
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

const missingFields = ({ email, password = '' }: FormValues): FormErrors => ({
  ...emailProblem(email),
  ...(password === '' && { password: 'Enter your password' }),
})

/** A locked sign-in is a message until dismissed (specification, section 8); other errors show in the form. */
const explain = (error: unknown): FormErrors | undefined => {
  const message = visitorProblem(error)
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
