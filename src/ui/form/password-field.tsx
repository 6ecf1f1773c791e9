import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useState } from 'react'
import { type FieldOf, useField } from './fields.tsx'

/** Can be shown, since hidden passwords are often mistyped on phones. */
export function PasswordField(props: FieldOf<PasswordInputProps>) {
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
