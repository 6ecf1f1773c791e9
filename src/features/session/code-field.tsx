import { RESET_CODE_DIGITS } from '#domain/account-mail.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { useCarried } from './carried.ts'

/** The code of a mail. A phone offers it from the message. */
export function CodeField() {
  const { code } = useCarried()
  return (
    <TextField
      name="code"
      label="Code"
      hint={`The ${RESET_CODE_DIGITS} digits in the e-mail`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      narrow
      defaultValue={code}
    />
  )
}

/** As people type or paste it: `123 456`. */
export const codeIn = (typed = ''): string => typed.replaceAll(/[\s-]/g, '')

export const codeProblem = (typed: string | undefined): { code?: string } =>
  new RegExp(`^\\d{${RESET_CODE_DIGITS}}$`).test(codeIn(typed))
    ? {}
    : { code: `Enter the ${RESET_CODE_DIGITS} digits of the code` }
