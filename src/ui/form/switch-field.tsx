import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './switch-field.module.css'

export type SwitchFieldProps = Pick<
  ComponentProps<'input'>,
  'checked' | 'defaultChecked' | 'onChange' | 'name' | 'disabled'
> & {
  label: string
  hint?: ReactNode
}

/** A setting that is on or off and takes effect at once. */
export function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const hintId = useId()
  return (
    <label className={styles.field}>
      <span>
        <span className={styles.label}>{label}</span>
        {hint ? (
          <span className={styles.hint} id={hintId}>
            {hint}
          </span>
        ) : null}
      </span>
      <input
        {...input}
        className={styles.input}
        type="checkbox"
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
      />
    </label>
  )
}
