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
import { type ReactNode, useState } from 'react'
import { useFieldState } from './form-errors.ts'

/** What every field has. Uncontrolled by default: the form reads values by name; value and onChange work as well. */
export type FieldProps = {
  name: string
  label: string
  /** Help under the label, before anything goes wrong. */
  hint?: ReactNode
  /** Overrides what the form found for this name. */
  error?: string | undefined
  /** A short answer gets a short field. */
  narrow?: boolean | undefined
}

/** Mantine's own props, apart from the ones above. */
type Of<Props> = FieldProps & Omit<Props, keyof FieldProps | 'description' | 'size' | 'variant'>

/** One line of text; `type="date"` is a calendar day, YYYY-MM-DD whatever the device shows. */
export function TextField(props: Of<TextInputProps>) {
  return <TextInput {...useField(props)} />
}

/** Several lines of text. */
export function TextArea({ onFocus, ...props }: Of<TextareaProps>) {
  return (
    <Textarea
      rows={3}
      {...useField(props)}
      onFocus={(event) => {
        // Of a field of several lines a browser shows but the caret's; the rest would lie under what keeps to the edges.
        event.currentTarget.scrollIntoView({ block: 'nearest' })
        onFocus?.(event)
      }}
    />
  )
}

/** The device's own list: on a phone nothing is easier to hit. Two or three choices are better as a SegmentedControl. */
export function SelectField(props: Of<NativeSelectProps>) {
  return <NativeSelect {...useField(props)} />
}

/** A password that can be shown, since a hidden one is mistyped on a phone. */
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

/** What is wrong, as Mantine's fields and boxes show it. */
export const errorOf = (words: string | undefined): ReactNode =>
  words === undefined ? undefined : (
    <>
      <IconAlertCircle size={18} aria-hidden="true" />
      {words}
    </>
  )

/** A field's id and error come from the form around, which knows fields by their names. */
function useField<Props extends FieldProps>({ hint, narrow, error, ...props }: Props) {
  const field = useFieldState(props.name, error)
  return {
    ...props,
    id: field.id,
    description: hint,
    // Mantine's password field does not say it by itself.
    'aria-invalid': field.error === undefined ? undefined : true,
    maw: narrow ? '12rem' : undefined,
    error: errorOf(field.error),
  }
}
