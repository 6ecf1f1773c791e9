import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps } from './field.tsx'
import { useFieldState } from './form-errors.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectFieldProps = FieldProps &
  Pick<
    ComponentProps<'select'>,
    'autoComplete' | 'defaultValue' | 'disabled' | 'onBlur' | 'onChange' | 'value'
  > & {
    options: readonly SelectOption[]
  }

/** The device's own list: on a phone nothing is easier to hit. Two or three choices are better as a SegmentedFilter. */
export function SelectField({
  name,
  label,
  hint,
  error,
  narrow,
  options,
  disabled = false,
  ...select
}: SelectFieldProps) {
  const field = useFieldState(name, error)
  return (
    <FieldFrame id={field.id} label={label} hint={hint} error={field.error} narrow={narrow}>
      <Input
        {...FIELD_LOOK}
        {...select}
        disabled={disabled}
        component="select"
        name={name}
        error={field.error}
        rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </Input>
    </FieldFrame>
  )
}
