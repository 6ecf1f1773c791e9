import { Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { account } from '#contract/account.ts'
import { ACCOUNT_MESSAGES, RESET_REFUSED_REASON, RESET_REFUSED_TEXT } from '#domain/account-messages.ts'
import { failureTimeMs } from '#domain/message-times.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useApi } from '#src/device/device-context.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import type { Carried } from './carried.ts'
import { CodeField, codeIn, codeProblem } from './code-field.tsx'
import { EmailField, emailProblem } from './email-field.tsx'
import {
  NewPasswordFields,
  newPasswordOf,
  newPasswordProblem,
  refusedPassword,
} from './new-password-fields.tsx'
import { visitorProblem } from './visitor-problem.ts'

type Link = { token: string; email: string }

/** With the link of a mail, or else with an address and the code. Leads to the sign-in, since a reset opens no session. */
export function ResetPasswordForm() {
  const api = useApi()
  const navigate = useNavigate()
  const link = useLink()
  const [refused, setRefused] = useState(false)

  async function reset(typed: FormValues): Promise<FormErrors | undefined> {
    const email = typed.email?.trim() ?? ''
    const token = link ? link.token : codeIn(typed.code)
    try {
      await api.call(account.resetPassword, { body: { email, token, ...newPasswordOf(typed) } })
    } catch (error) {
      tell(error)
      if (!isRefused(error)) return refusedPassword(error)
      if (link) setRefused(true)
      return link ? undefined : { code: 'Check the address and the code, or ask for a new one' }
    }
    notifications.show({
      message: ACCOUNT_MESSAGES.passwordReset,
      statusColor: 'success',
      showInProduction: true,
    })
    await navigate('/auth/password-reset', { replace: true, state: { email } satisfies Partial<Carried> })
    return undefined
  }

  const validate = (typed: FormValues): FormErrors => ({
    ...(!link && { ...emailProblem(typed.email), ...codeProblem(typed.code) }),
    ...newPasswordProblem(typed),
  })
  if (link && refused) return <NoLongerWorks email={link.email} />
  return (
    <>
      <Form label="Choose a new password" validate={validate} onSubmit={reset}>
        {link === undefined ? null : link ? (
          <Text>
            For <strong>{link.email}</strong>
          </Text>
        ) : (
          <>
            <EmailField />
            <CodeField />
          </>
        )}
        <NewPasswordFields email={link ? link.email : undefined} />
        <SubmitButton fullWidth>Save new password</SubmitButton>
      </Form>
      <ButtonLink variant="subtle" to="/auth/forgotten-password" fullWidth>
        Ask for a new link
      </ButtonLink>
    </>
  )
}

/** Null without one in the address; undefined until the page has hydrated, since the server draws it for all links alike. */
const useLink = (): Link | null | undefined => {
  const [search] = useSearchParams()
  const isMounted = useMounted()
  if (!isMounted) return undefined
  const [token, email] = [search.get('token'), search.get('email')]
  return token && email ? { token, email } : null
}

function NoLongerWorks({ email }: { email: string }) {
  return (
    <>
      <Banner tone="red" inset>
        This link no longer works: it was used, is more than an hour old, or was replaced by a later one.
      </Banner>
      <ButtonLink
        variant="filled"
        to="/auth/forgotten-password"
        state={{ email } satisfies Partial<Carried>}
        fullWidth
      >
        Ask for a new link
      </ButtonLink>
    </>
  )
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.reply as { reason?: unknown } | undefined)?.reason === RESET_REFUSED_REASON

/** Stays until dismissed (specification, section 8), or until another page opens. */
const tell = (error: unknown): void => {
  const status = error instanceof ApiError ? error.status : undefined
  notifications.show({
    message: isRefused(error) ? RESET_REFUSED_TEXT : visitorProblem(error, 'Too many wrong codes.'),
    statusCode: status,
    statusColor: 'error',
    timeoutLength: failureTimeMs(account.resetPassword.path),
    ...(status === LOCKED && { icon: 'lock' as const }),
    ofPage: true,
    showInProduction: true,
  })
}

const LOCKED = 423
