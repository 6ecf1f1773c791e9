import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { visitorProblem } from '#src/features/session/visitor-problem.ts'
import { Button } from '#src/ui/action/button.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'

/** Fields and words of all forms that take a code. */

export function AppCodeField({ autoFocus }: { autoFocus?: boolean }) {
  return (
    <TextField
      name="code"
      label="Code"
      hint="Six digits, from your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={20}
      autoFocus={autoFocus}
    />
  )
}

/** The app's code, or a recovery code for who has lost the phone. */
export function AnyCodeField() {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      {isRecovery ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          hint="One of the ten that you kept. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
      ) : (
        <AppCodeField autoFocus />
      )}
      <Button variant="subtle" compact onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
      </Button>
    </>
  )
}

export const missingCode = ({ code = '' }: Record<string, string>): FormErrors =>
  code.trim() === '' ? { code: 'Enter the code' } : {}

export const codeErrors = (error: unknown): FormErrors =>
  error instanceof ApiError && error.code === 'wrong_code'
    ? { code: messageOfError(error) }
    : { '': visitorProblem(error, 'Too many wrong codes.') }

export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_expired'
