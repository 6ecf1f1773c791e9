import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { TEMPLATE_ITEMS_MAX } from '#domain/templates/template.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { ListArea } from '#src/device/list-area.tsx'
import { createTemplate } from '#src/features/templates/template-actions.ts'
import type { CustomerOfTemplates } from '#src/features/templates/use-templates.ts'
import { notFoundWords, readPastedList } from './pasted-list.ts'
import { TemplateForm } from './template-form.tsx'

export type NewTemplateProps = { open: boolean; onClose: () => void; customer: CustomerOfTemplates }

/** Empty, or with the products of a pasted list; then opens it. */
export function NewTemplate({ open, onClose, customer }: NewTemplateProps) {
  const device = useUserDevice()
  const navigate = useNavigate()
  const { customerId, priceListId } = customer
  return (
    <TemplateForm
      open={open}
      onClose={onClose}
      title="New template"
      details={{ name: '', visibility: 'private' }}
      isOwner
      submit="Create template"
      more={<Products />}
      onSubmit={async (details, { lines = '' }) => {
        const list = await readPastedList(device.database, priceListId, lines)
        if (list.problem !== undefined) return { lines: list.problem }
        const { items, unknown } = list
        if (items.length > TEMPLATE_ITEMS_MAX)
          return { lines: `A template can hold up to ${TEMPLATE_ITEMS_MAX} products.` }
        const id = await createTemplate(device, { ...details, customerId, items })
        if (id === undefined) return {}
        navigate(`/orders/templates-${id}`, {
          state: unknown.length > 0 ? { notFound: notFoundWords(unknown) } : null,
        })
        return undefined
      }}
    />
  )
}

function Products() {
  const [text, setText] = useState('')
  return (
    <ListArea
      label="Products, one per line (optional)"
      hint="A code and a quantity, such as 10234 6. You can add products later as well."
      rows={6}
      text={text}
      setText={setText}
    />
  )
}
