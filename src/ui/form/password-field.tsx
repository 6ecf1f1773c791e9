import { Input } from '@mantine/core'
import { useState } from 'react'
import styles from './field.module.css'
import { FIELD_LOOK, FieldFrame, type FieldProps } from './field.tsx'
import { useFieldState } from './form-errors.ts'

export type PasswordFieldProps = FieldProps & {
  /** Tells password managers whether to fill in or to make a new one. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown, since a hidden one is mistyped on a phone. */
export function PasswordField({ name, label, hint, error, autoComplete }: PasswordFieldProps) {
  const field = useFieldState(name, error)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={field.id} label={label} hint={hint} error={field.error}>
      <Input
        {...FIELD_LOOK}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        error={field.error}
        rightSectionWidth="4rem"
        rightSectionPointerEvents="all"
        rightSection={
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
    </FieldFrame>
  )
}
