import { Stack } from '@mantine/core'
import { useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import { lastPosition } from '#domain/templates/positions.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { ListArea } from '#src/device/list-area.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { appendItems } from '#src/sync/templates/append-items.ts'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { notFoundWords, readPastedList } from './pasted-list.ts'

export type AddProductsProps = {
  open: boolean
  onClose: () => void
  template: TemplateView
  priceListId: string
}

/** Several products by code, at the end of the shelf. Their quantities count as the last ones. Codes not found stay in the field. */
export function AddProducts({ open, onClose, template, priceListId }: AddProductsProps) {
  const device = useUserDevice()
  const [lines, setLines] = useState('')
  return (
    <Sheet open={open} onClose={onClose} title="Paste a list">
      <Stack gap={12}>
        <Form
          label="Add products"
          onSubmit={async () => {
            const list = await readPastedList(device.database, priceListId, lines)
            if (list.problem !== undefined) return { lines: list.problem }
            const { items, unknown } = list
            if (items.length === 0) return { lines: 'Enter at least one product' }
            const first = lastPosition(template.items)
            const at = new Date().toISOString()
            try {
              await appendItems(
                device,
                template.id,
                items.map(({ product_no, quantity }, index) => ({
                  kind: 'addItem',
                  product_no,
                  settings: { lastQuantity: quantity, position: first + index },
                  at,
                })),
              )
            } catch (error) {
              showFailure(error)
              return {}
            }
            notifications.show({
              message: `${countText(items.length, 'product')} added to “${template.name}”`,
              statusColor: 'success',
              showInProduction: true,
            })
            if (unknown.length > 0) {
              setLines(unknown.map(({ line }) => line).join('\n'))
              return { lines: notFoundWords(unknown) }
            }
            setLines('')
            onClose()
            return undefined
          }}
        >
          <ListArea
            label="One product per line"
            hint="A code and a quantity, such as 10234 6"
            rows={8}
            text={lines}
            setText={setLines}
            data-autofocus
          />
          <SubmitButton>Add to template</SubmitButton>
        </Form>
      </Stack>
    </Sheet>
  )
}
