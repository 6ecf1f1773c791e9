import { Stack } from '@mantine/core'
import type { TrollyView } from '#domain/operations/view.ts'
import { TextArea, TextField } from '#src/ui/form/fields.tsx'
import { useTypedDetail } from './use-typed-detail.ts'

/** Saved while typing; there is no button. */
export function DetailsForm({ trolly }: { trolly: TrollyView }) {
  return <Details key={trolly.id} trolly={trolly} />
}

function Details({ trolly }: { trolly: TrollyView }) {
  const poNumber = useTypedDetail(trolly, 'poNumber')
  const instructions = useTypedDetail(trolly, 'instructions')
  return (
    <Stack gap={16} maw="40rem">
      <TextField
        label="Purchase order number"
        hint="Optional. Shown on your invoice"
        maxLength={60}
        {...poNumber}
      />
      <TextArea
        label={trolly.method === 'collection' ? 'Instructions' : 'Instructions for the driver'}
        hint="Optional"
        rows={3}
        maxLength={500}
        {...instructions}
      />
    </Stack>
  )
}
