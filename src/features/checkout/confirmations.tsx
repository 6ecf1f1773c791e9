import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { Ref } from 'react'
import type { Checkout } from '#domain/operations/operation.ts'
import { errorOf } from '#src/ui/form/fields.tsx'
import styles from './confirmations.module.css'

export type Confirmed = Checkout['confirmations']

export type ConfirmationsProps = {
  needed: Confirmed
  confirmed: Confirmed
  /** Messages beside unticked boxes. */
  errors: Partial<Record<keyof Confirmed, string>>
  minimumAge: number
  disabled: boolean
  onChange: (change: Partial<Confirmed>) => void
  ref?: Ref<HTMLDivElement>
}

export function Confirmations(props: ConfirmationsProps) {
  const { needed, confirmed, errors, minimumAge, disabled, onChange, ref } = props
  return (
    <div ref={ref} className={styles.boxes}>
      {needed.ageRestricted ? (
        <Checkbox
          label={`Someone aged ${minimumAge} or over will receive this`}
          description="This order contains age-restricted goods."
          checked={confirmed.ageRestricted}
          disabled={disabled}
          {...wrong(errors.ageRestricted)}
          onChange={(event) => onChange({ ageRestricted: event.currentTarget.checked })}
        />
      ) : null}
      {needed.catchWeight ? (
        <Checkbox
          label="Confirm weight-based pricing"
          description="Some items are priced when they are weighed, so the total is an estimate."
          checked={confirmed.catchWeight}
          disabled={disabled}
          {...wrong(errors.catchWeight)}
          onChange={(event) => onChange({ catchWeight: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  )
}

/** Announced as it appears: the press was on another control. */
const wrong = (words: string | undefined) => ({
  error: words && <span role="alert">{errorOf(words)}</span>,
  'aria-invalid': words ? true : undefined,
})
