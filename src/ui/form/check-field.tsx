import { IconAlertCircle } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './check-field.module.css'

export type CheckFieldProps = Pick<ComponentProps<'input'>, 'checked' | 'onChange' | 'name' | 'disabled'> & {
  label: string
  hint?: ReactNode
  /** What is wrong while it is not ticked; shown and read out next to it. */
  error?: string | undefined
}

/** A statement that a person ticks to agree to. A setting that takes effect at once is a SwitchField. */
export function CheckField({ label, hint, error, ...input }: CheckFieldProps) {
  const hintId = useId()
  const errorId = useId()
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <label className={styles.row}>
        <input
          {...input}
          className={styles.input}
          type="checkbox"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={[hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined}
        />
        <span>
          <span className={styles.label}>{label}</span>
          {hint ? (
            <span className={styles.hint} id={hintId}>
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      {error ? (
        <p className={styles.error} id={errorId} role="alert">
          <IconAlertCircle size={18} aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  )
}
