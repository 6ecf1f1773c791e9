import { Input } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps } from './field.tsx'
import { useFieldState } from './form-errors.ts'

export type TextAreaProps = FieldProps &
  Pick<
    ComponentProps<'textarea'>,
    'defaultValue' | 'disabled' | 'maxLength' | 'onBlur' | 'onChange' | 'onFocus' | 'rows' | 'value'
  >

/** Several lines of text. */
export function TextArea({
  name,
  label,
  hint,
  error,
  rows = 3,
  disabled = false,
  onFocus,
  ...area
}: TextAreaProps) {
  const field = useFieldState(name, error)
  return (
    <FieldFrame id={field.id} label={label} hint={hint} error={field.error}>
      <Input
        {...FIELD_LOOK}
        {...area}
        disabled={disabled}
        onFocus={(event) => {
          // Of a field of several lines a browser shows but the caret's; the rest would lie under what keeps to the edges.
          event.currentTarget.scrollIntoView({ block: 'nearest' })
          onFocus?.(event)
        }}
        component="textarea"
        multiline
        rows={rows}
        name={name}
        error={field.error}
      />
    </FieldFrame>
  )
}
