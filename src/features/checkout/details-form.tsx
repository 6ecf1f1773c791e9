import type { TrollyView } from '#domain/operations/view.ts'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import styles from './details-form.module.css'
import { useTypedDetail } from './use-typed-detail.ts'

/** What a person says about the whole order. Each is kept as it is typed; nothing waits for a button. */
export function DetailsForm({ trolly }: { trolly: TrollyView }) {
  return (
    <div key={trolly.id} className={styles.form}>
      <PurchaseOrderNumber trolly={trolly} />
      <Instructions trolly={trolly} />
    </div>
  )
}

function PurchaseOrderNumber({ trolly }: { trolly: TrollyView }) {
  const { onChange, ...field } = useTypedDetail(trolly, 'poNumber')
  return (
    <TextField
      name="poNumber"
      label="Purchase order number"
      hint="Optional: stands on the invoice"
      maxLength={60}
      disabled={trolly.readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}

function Instructions({ trolly }: { trolly: TrollyView }) {
  const { onChange, ...field } = useTypedDetail(trolly, 'instructions')
  return (
    <TextArea
      name="instructions"
      label="Instructions for the driver"
      hint="Optional"
      rows={3}
      maxLength={500}
      disabled={trolly.readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}
