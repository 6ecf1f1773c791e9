import { Textarea, type TextareaProps } from '@mantine/core'
import { type FieldOf, useField } from './fields.tsx'

export function TextArea({ onFocus, ...props }: FieldOf<TextareaProps>) {
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
