import { CODE_DIGITS, codeIn } from '#domain/one-time-code.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { useCarried } from './carried.ts'

/** @param from where the code is; of a mail, a phone offers it from the message */
export function CodeField({ from = 'in the e-mail' }: { from?: string }) {
  const { code } = useCarried()
  return (
    <TextField
      name="code"
      label="Code"
      hint={`The ${CODE_DIGITS} digits ${from}`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      narrow
      defaultValue={code}
    />
  )
}

export const codeProblem = (typed = ''): { code?: string } =>
  codeIn(typed) === undefined ? { code: `Enter the ${CODE_DIGITS} digits of the code` } : {}
