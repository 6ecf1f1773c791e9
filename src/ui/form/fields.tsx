import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useContext, useId } from 'react'
import { FormContext, fieldId } from './form-errors.ts'

/** Uncontrolled by default: the form reads values by name. value and onChange work as well. */
export type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  narrow?: boolean | undefined
}

/** Props of a field of ours that draws Mantine's component with `Props`. */
export type FieldOf<Props> = FieldProps & Omit<Props, keyof FieldProps | 'description' | 'size' | 'variant'>

/** `type="date"` holds YYYY-MM-DD, whatever the device shows. */
export function TextField(props: FieldOf<TextInputProps>) {
  return <TextInput {...(props.type === 'date' && FOUR_DIGITS)} {...useField(props)} />
}

/** Without it browsers take years of six digits. */
const FOUR_DIGITS = { max: '9999-12-31' }

/** The native list is the easiest to use on a phone. For two or three choices prefer a SegmentedControl. */
export function SelectField(props: FieldOf<NativeSelectProps>) {
  // Otherwise screen readers announce the arrow as an unnamed image.
  return (
    <NativeSelect
      rightSection={<IconChevronDown size={18} />}
      rightSectionProps={{ 'aria-hidden': true }}
      {...useField(props)}
    />
  )
}

export const errorOf = (words: string | undefined): ReactNode =>
  words === undefined ? undefined : (
    <>
      <IconAlertCircle size={18} aria-hidden="true" />
      {words}
    </>
  )

/** The form provides each field's id and error by name. */
export function useField<Props extends FieldProps>({ hint, narrow, error, ...props }: Props) {
  const form = useContext(FormContext)
  const ownId = useId()
  const words = error ?? form?.errors[props.name]
  return {
    ...props,
    id: form ? fieldId(form.id, props.name) : ownId,
    description: hint,
    // Mantine's password field does not set it.
    'aria-invalid': words === undefined ? undefined : true,
    maw: narrow ? '12rem' : undefined,
    error: errorOf(words),
  }
}
