import { Input } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps } from './field.tsx'
import { useFieldState } from './form-errors.ts'

export type DayFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'defaultValue' | 'disabled' | 'onBlur' | 'onChange' | 'value'> & {
    /** First and last day that can be chosen, YYYY-MM-DD. */
    min?: string | undefined
    max?: string | undefined
  }

/** A calendar day. Its value is YYYY-MM-DD whatever the device shows. For a few known days use a ChoiceList. */
export function DayField({ name, label, hint, error, disabled = false, ...input }: DayFieldProps) {
  const field = useFieldState(name, error)
  return (
    <FieldFrame id={field.id} label={label} hint={hint} error={field.error} narrow>
      <Input {...FIELD_LOOK} {...input} disabled={disabled} type="date" name={name} error={field.error} />
    </FieldFrame>
  )
}
