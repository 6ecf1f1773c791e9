import type { TrollyView } from '#domain/operations/view.ts'
import type { TrollyDetails } from '#domain/trolly.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import styles from './details-form.module.css'

/** What a person says about the whole order. Each is kept when its field is left; nothing waits for a button. */
export function DetailsForm({ trolly }: { trolly: TrollyView }) {
  const { outbox } = useUserDevice()
  const keep = (changes: Partial<Pick<TrollyDetails, 'poNumber' | 'instructions'>>) => {
    const same = Object.entries(changes).every(
      ([name, value]) => trolly[name as keyof TrollyDetails] === value,
    )
    if (!same) outbox.append(trolly.id, { kind: 'details', changes }).catch(showFailure)
  }
  return (
    <div className={styles.form}>
      {/* A value that came from elsewhere replaces the field, unless it is being typed into. */}
      <TextField
        key={`po ${trolly.poNumber}`}
        name="poNumber"
        label="Purchase order number"
        hint="Optional: stands on the invoice"
        maxLength={60}
        defaultValue={trolly.poNumber}
        disabled={trolly.readOnly}
        onBlur={(event) => keep({ poNumber: event.currentTarget.value.trim() })}
      />
      <TextArea
        key={`instructions ${trolly.instructions}`}
        name="instructions"
        label="Instructions for the driver"
        hint="Optional"
        rows={3}
        maxLength={500}
        defaultValue={trolly.instructions}
        disabled={trolly.readOnly}
        onBlur={(event) => keep({ instructions: event.currentTarget.value.trim() })}
      />
    </div>
  )
}
