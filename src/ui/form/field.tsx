import { Input } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** What every field has. Uncontrolled by default: the form reads values by name; value and onChange work as well. */
export type FieldProps = {
  name: string
  label: string
  /** Help that stands under the label before anything goes wrong. */
  hint?: ReactNode
  /** Overrides what the form found for this name. */
  error?: string | undefined
  /** A short answer gets a short field. */
  narrow?: boolean | undefined
}

/** Label, hint and error above the control, in the order in which they are read; linked for screen readers. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  narrow,
  children,
}: Omit<FieldProps, 'name'> & { id: string; children: ReactNode }) {
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={hint}
      error={
        error === undefined ? undefined : (
          <>
            <IconAlertCircle size={18} aria-hidden="true" />
            {error}
          </>
        )
      }
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      classNames={{ root: styles.root, label: styles.label, description: styles.hint, error: styles.error }}
      {...(narrow && { className: styles.narrow })}
    >
      {children}
    </Input.Wrapper>
  )
}

/** Handed to Mantine's Input by every field, so that all of them look the same. `field` is none of its variants. */
export const FIELD_LOOK = {
  variant: 'field',
  classNames: { wrapper: styles.wrapper, input: styles.input },
  vars: () => ({ wrapper: { '--input-height': 'var(--control)' } }),
} as const
