import { PASSWORD_FAULT_TEXTS, PASSWORD_LENGTH_MIN, typedPasswordFault } from '#domain/passwords.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import type { FormValues } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'

type NewPasswordFieldsProps = {
  /** Whose password it is: a browser that offers to keep the password keeps it for this address. */
  email: string | undefined
  autoFocus?: boolean
}

/** A new password, typed twice. */
export function NewPasswordFields({ email, autoFocus }: NewPasswordFieldsProps) {
  return (
    <>
      {email === undefined ? null : (
        <input name="email" type="email" value={email} autoComplete="username" readOnly hidden />
      )}
      <PasswordField
        name="password"
        label="New password"
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. A few unrelated words are best.`}
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <PasswordField name="again" label="New password again" autoComplete="new-password" />
    </>
  )
}

export const newPasswordProblem = ({ password = '', again = '' }: FormValues): FormErrors => {
  const fault = typedPasswordFault(password, again)
  return fault === undefined
    ? {}
    : { [fault === 'differs' ? 'again' : 'password']: PASSWORD_FAULT_TEXTS[fault] }
}

/** The fields of a call's body. */
export const newPasswordOf = ({ password = '', again = '' }: FormValues) => ({
  password,
  password_confirmation: again,
})

/** What the server found wrong with the password itself; undefined: something else has failed. */
export const refusedPassword = (error: unknown): FormErrors | undefined =>
  error instanceof ApiError && error.code === 'password_refused'
    ? { password: messageOfError(error) }
    : undefined
