import { useState } from 'react'
import { account } from '#contract/account.ts'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError, reasonOf } from '#src/api/messages.ts'
import { useAction, useApi, useDevice, useUser } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import {
  NewPasswordFields,
  newPasswordOf,
  newPasswordProblem,
  refusedPassword,
} from './new-password-fields.tsx'

/** @param onChanged the person's other devices have been signed out */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const api = useApi()
  const run = useAction()
  const { session } = useDevice()
  const { email } = useUser()
  const needsConnection = useNeedsConnection()
  const [changes, setChanges] = useState(0)

  async function change(typed: FormValues): Promise<FormErrors | undefined> {
    const body = { current_password: typed.current ?? '', ...newPasswordOf(typed) }
    try {
      const { user } = await run(() => api.call(account.updatePassword, { body }))
      session.changeUser(user)
    } catch (error) {
      return refusedPassword(error) ?? explain(error)
    }
    notifications.show({
      message: ACCOUNT_MESSAGES.passwordUpdated,
      statusColor: 'success',
      showInProduction: true,
    })
    setChanges(changes + 1)
    onChanged()
    return undefined
  }

  return (
    // Emptied by another key once the password has changed.
    <Form key={changes} label="Password" validate={problems} onSubmit={change}>
      <PasswordField name="current" label="Current password" autoComplete="current-password" />
      <NewPasswordFields email={email} />
      <div>
        <SubmitButton variant="default" {...needsConnection}>
          Change password
        </SubmitButton>
      </div>
    </Form>
  )
}

const problems = (typed: FormValues): FormErrors => ({
  ...(typed.current === '' && { current: 'Enter your current password' }),
  ...newPasswordProblem(typed),
})

const explain = (error: unknown): FormErrors =>
  error instanceof ApiError && error.code === 'wrong_password'
    ? { current: messageOfError(error) }
    : { '': reasonOf(error) }
