import type { TextInputProps } from '@mantine/core'
import { TextField } from '#src/ui/form/fields.tsx'
import { useCarried } from './carried.ts'

/** The address that a person signs in with. Begins with the one that was typed on the page before. */
export function EmailField(props: Pick<TextInputProps, 'onChange' | 'autoComplete' | 'defaultValue'>) {
  const { email } = useCarried()
  return (
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
      defaultValue={email}
      {...props}
    />
  )
}

export const emailProblem = (email = ''): { email?: string } =>
  email.trim() === '' ? { email: 'Enter your e-mail' } : {}
