import type { Ref } from 'react'
import type { Checkout } from '#domain/operations/operation.ts'
import { CheckField } from '#src/ui/form/check-field.tsx'

export type Confirmed = Checkout['confirmations']

export type ConfirmationsProps = {
  needed: Confirmed
  confirmed: Confirmed
  /** What to say next to a box that was left unticked. */
  errors: Partial<Record<keyof Confirmed, string>>
  /** The highest age that the goods ask for. */
  minimumAge: number
  disabled: boolean
  onChange: (change: Partial<Confirmed>) => void
  ref?: Ref<HTMLDivElement>
}

/** What the person has to agree to before such goods can be ordered. */
export function Confirmations(props: ConfirmationsProps) {
  const { needed, confirmed, errors, minimumAge, disabled, onChange, ref } = props
  return (
    <div ref={ref}>
      {needed.ageRestricted ? (
        <CheckField
          label={`Someone aged ${minimumAge} or over will receive this`}
          hint="This order contains age-restricted goods."
          checked={confirmed.ageRestricted}
          disabled={disabled}
          error={errors.ageRestricted}
          onChange={(event) => onChange({ ageRestricted: event.currentTarget.checked })}
        />
      ) : null}
      {needed.catchWeight ? (
        <CheckField
          label="Confirm weight-based pricing"
          hint="Some items are priced when they are weighed, so the total is an estimate."
          checked={confirmed.catchWeight}
          disabled={disabled}
          error={errors.catchWeight}
          onChange={(event) => onChange({ catchWeight: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  )
}
