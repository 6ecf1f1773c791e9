import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useContext, useId, useState } from 'react'
import { FormContext, fieldId } from './form-errors.ts'

/** Uncontrolled by default: the form reads values by name. value and onChange work as well. */
export type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  narrow?: boolean | undefined
}

type Of<Props> = FieldProps & Omit<Props, keyof FieldProps | 'description' | 'size' | 'variant'>

/** `type="date"` holds YYYY-MM-DD, whatever the device shows. */
export function TextField(props: Of<TextInputProps>) {
  return <TextInput {...useField(props)} />
}

export function TextArea({ onFocus, ...props }: Of<TextareaProps>) {
  return (
    <Textarea
      rows={3}
      {...useField(props)}
      onFocus={(event) => {
        // Browsers scroll only to the caret, so the rest of the field would lie under sticky bars.
        event.currentTarget.scrollIntoView({ block: 'nearest' })
        onFocus?.(event)
      }}
    />
  )
}

/** The native list is the easiest to use on a phone. For two or three choices prefer a SegmentedControl. */
export function SelectField(props: Of<NativeSelectProps>) {
  // Otherwise screen readers announce the arrow as an unnamed image.
  return <NativeSelect rightSectionProps={{ 'aria-hidden': true }} {...useField(props)} />
}

/** Can be shown, since hidden passwords are often mistyped on phones. */
export function PasswordField(props: Of<PasswordInputProps>) {
  const [shown, setShown] = useState(false)
  const does = shown ? 'Hide' : 'Show'
  return (
    <PasswordInput
      autoCapitalize="none"
      spellCheck={false}
      {...useField(props)}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleIcon={() => does}
      visibilityToggleButtonProps={{
        'aria-label': `${does} ${props.label.toLowerCase()}`,
        'aria-pressed': undefined,
      }}
      rightSectionWidth="4rem"
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
function useField<Props extends FieldProps>({ hint, narrow, error, ...props }: Props) {
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
