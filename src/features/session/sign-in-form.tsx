import { type ComponentType, useState } from 'react'
import { Link } from 'react-router-dom'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { type Carried, useCarried } from './carried.ts'
import { EmailField, emailProblem } from './email-field.tsx'
import { noteOffer } from './passkeys/passkey-ways.ts'
import { usePasskeySignIn } from './passkeys/use-passkey-sign-in.ts'
import styles from './sign-in-form.module.css'
import { useVisit } from './visit.ts'
import { visitorProblem } from './visitor-problem.ts'

/** What may follow a right password or passkey, each in place of the form. */
export type StepProps = {
  email: string
  /** Of the refusal, for this step alone. */
  token: string
  /**
   * Signs in, or goes to the step that is still to come.
   * @returns what to show in the form
   */
  enter: Enter
  /** Back to the password. */
  restart: (why: string) => void
}

type Enter = (
  signIn: () => Promise<unknown>,
  explain?: (error: unknown) => FormErrors | undefined,
) => Promise<FormErrors | undefined>

/** By the refusal's code. Most sign-ins need none of them. */
const STEPS: Record<string, () => Promise<ComponentType<StepProps>>> = {
  password_change_required: async () => (await import('./new-password-form.tsx')).NewPasswordForm,
  second_factor_required: async () => (await import('./second-factor/code-form.tsx')).CodeForm,
  second_factor_setup_required: async () => (await import('./second-factor/set-up-form.tsx')).SetUpForm,
}

/** The guards redirect after signing in. */
export function SignInForm() {
  const api = useApi()
  const visit = useVisit()
  const [step, setStep] = useState<Step>()
  const [note, setNote] = useState<{ why: string; email: string }>()
  const [typed, setTyped] = useState('')
  const { email: carriedEmail } = useCarried()
  const carried = { email: typed || carriedEmail } satisfies Partial<Carried>

  /** @param address undefined: a passkey tells who it is */
  const enter = async (
    address: string | undefined,
    signIn: () => Promise<unknown>,
    explained: (error: unknown) => FormErrors | undefined = explain,
  ): Promise<FormErrors | undefined> => {
    // Before the member's pages come, which read it.
    noteOffer(passkeys.ways?.canKeep === true && address !== undefined)
    try {
      await signIn()
    } catch (error) {
      noteOffer(false)
      const { load, token, email = address } = stepAfter(error)
      if (load === undefined || token === undefined || email === undefined) return explained(error)
      const Form = await load().catch(() => undefined)
      if (Form === undefined) return { '': NOT_LOADED }
      setStep({ Form, email, token })
      return undefined
    }
    notifications.show({ message: MESSAGES.signedIn, statusColor: 'success', showInProduction: true })
    return undefined
  }

  const passkeys = usePasskeySignIn({
    isWanted: step === undefined,
    onAnswer: async (body) => {
      const { passkeys: calls } = await import('#contract/passkeys.ts')
      const signIn = () => visit.signInBy(() => api.call(calls.signIn, { body }))
      const errors = await enter(undefined, signIn, explainPasskey)
      if (errors !== undefined) setNote({ why: Object.values(errors).join(' '), email: '' })
    },
    onFailure: (error) => setNote({ why: messageOfError(error), email: '' }),
  })

  if (step !== undefined) {
    const { Form: StepForm, email, token } = step
    return (
      <StepForm
        key={token}
        email={email}
        token={token}
        enter={(signIn, explained) => enter(email, signIn, explained)}
        restart={(why) => {
          setNote({ why, email })
          setStep(undefined)
        }}
      />
    )
  }
  return (
    <Form
      label="Sign in"
      validate={missingFields}
      onSubmit={({ email = '', password = '' }) => {
        setNote(undefined)
        return enter(email.trim(), () => visit.signIn({ email: email.trim(), password }))
      }}
    >
      {note === undefined ? null : (
        <Banner tone="amber" inset>
          {note.why}
        </Banner>
      )}
      <EmailField
        autoComplete="username webauthn"
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...(note !== undefined && { defaultValue: note.email })}
      />
      <div className={styles.password}>
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Link className={styles.forgotten} to="/auth/forgotten-password" state={carried}>
          Forgotten password
        </Link>
      </div>
      <SubmitButton fullWidth>Sign in</SubmitButton>
      {passkeys.ways?.signIn === 'button' ? (
        <Button fullWidth loading={passkeys.isAsking} onClick={passkeys.ask}>
          Sign in with a passkey
        </Button>
      ) : null}
    </Form>
  )
}

type Step = Pick<StepProps, 'email' | 'token'> & { Form: ComponentType<StepProps> }

const NOT_LOADED = 'Part of the app couldn’t be loaded. Reload the page, then sign in again.'

const stepAfter = (error: unknown) => {
  if (!(error instanceof ApiError)) return {}
  const { token, email } = (error.reply ?? {}) as { token?: string; email?: string }
  return { load: STEPS[error.code], token, email }
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

/** Beside the form, since no field of it is wrong. */
const explainPasskey = (error: unknown): FormErrors | undefined =>
  error instanceof ApiError && error.code === 'wrong_credentials'
    ? { '': 'That passkey doesn’t sign in here. Use your password.' }
    : explain(error)
