import type { Customer } from '#domain/customer.ts'
import type { Checkout } from '#domain/operations/operation.ts'
import { type OpenTrolly, presentRows } from '#src/store/open-trolly.ts'
import { SwitchField } from '#src/ui/form/switch-field.tsx'

type Confirmed = Checkout['confirmations']

export type ConfirmationsProps = {
  needed: Confirmed
  confirmed: Confirmed
  disabled: boolean
  onChange: (change: Partial<Confirmed>) => void
}

/** What an order with such goods needs a person's word for. */
export function Confirmations({ needed, confirmed, disabled, onChange }: ConfirmationsProps) {
  return (
    <>
      {needed.ageRestricted ? (
        <SwitchField
          label="Someone aged 18 or over will receive this"
          hint="This order holds age-restricted goods."
          checked={confirmed.ageRestricted}
          disabled={disabled}
          onChange={(event) => onChange({ ageRestricted: event.currentTarget.checked })}
        />
      ) : null}
      {needed.catchWeight ? (
        <SwitchField
          label="Catch-weight goods are billed by their weight"
          hint="The total is an estimate until they are weighed."
          checked={confirmed.catchWeight}
          disabled={disabled}
          onChange={(event) => onChange({ catchWeight: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}

/** Without a licence age-restricted goods cannot be ordered at all, whatever is confirmed. */
export const confirmationsNeeded = ({ rows }: OpenTrolly, customer: Customer | undefined): Confirmed => {
  const products = presentRows(rows).flatMap(({ product }) => product ?? [])
  return {
    ageRestricted:
      customer?.ageRestrictedAllowed !== false && products.some(({ minimumAge }) => minimumAge !== null),
    catchWeight: products.some(({ catchWeight }) => catchWeight),
  }
}
