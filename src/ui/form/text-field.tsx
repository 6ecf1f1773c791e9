import { Input } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps } from './field.tsx'
import { useFieldState } from './form-errors.ts'

export type TextFieldProps = FieldProps &
  Pick<
    ComponentProps<'input'>,
    | 'autoComplete'
    | 'autoCapitalize'
    | 'autoFocus'
    | 'defaultValue'
    | 'disabled'
    | 'enterKeyHint'
    | 'inputMode'
    | 'maxLength'
    | 'onBlur'
    | 'onChange'
    | 'onFocus'
    | 'onKeyDown'
    | 'readOnly'
    | 'ref'
    | 'spellCheck'
    | 'value'
  > & { type?: 'text' | 'email' | 'tel' | 'search' | 'url' | undefined; placeholder?: string | undefined }

/** One line of text. A placeholder is only an example; the label says what to enter. */
export function TextField({ name, label, hint, error, narrow, disabled = false, ...input }: TextFieldProps) {
  const field = useFieldState(name, error)
  return (
    <FieldFrame id={field.id} label={label} hint={hint} error={field.error} narrow={narrow}>
      <Input {...FIELD_LOOK} {...input} disabled={disabled} name={name} error={field.error} />
    </FieldFrame>
  )
}
