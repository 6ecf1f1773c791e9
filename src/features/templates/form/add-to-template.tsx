import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import { mayChangeTemplate } from '#domain/templates/template.ts'
import { VISIBILITY_TEXT } from '#domain/templates/visibility-words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { addItem } from '#src/features/templates/template-actions.ts'
import { type CustomerOfTemplates, useTemplates } from '#src/features/templates/use-templates.ts'
import { type TemplateOutline, templatesWithQuery } from '#src/store/templates.ts'
import { Button } from '#src/ui/action/button.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { SaveAsTemplate } from './save-as-template.tsx'

type Chosen = { product_no: string; name: string }

export type AddToTemplateProps = { product: Chosen; customer: CustomerOfTemplates }

/** Adds a product to one of the account's templates, or to a new one. */
export function AddToTemplate({ product, customer }: AddToTemplateProps) {
  const [open, setOpen] = useState(false)
  const [isNew, setIsNew] = useState(false)
  return (
    <>
      <IconButton
        label="Add to template"
        icon={<IconListDetails size={22} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="Add to template"
        flush
        foot={
          <Button
            icon={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => {
              setOpen(false)
              setIsNew(true)
            }}
          >
            New template
          </Button>
        }
      >
        <Choices product={product} customer={customer} onDone={() => setOpen(false)} />
      </Sheet>
      <SaveAsTemplate
        open={isNew}
        onClose={() => setIsNew(false)}
        customerId={customer.customerId}
        title="New template"
        items={[{ product_no: product.product_no, quantity: 1 }]}
      />
    </>
  )
}

function Choices({ product, customer, onDone }: AddToTemplateProps & { onDone: () => void }) {
  const device = useUserDevice()
  const mayOrder = useMayOrder()
  const { product_no, name } = product
  const { templates, ...state } = useTemplates(customer)
  const holding = useLive(templatesWithQuery(customer.customerId, product_no)).value

  const add = async ({ id, name: templateName }: TemplateOutline) => {
    if ((await addItem(device, id, { product_no })) !== 'added') return
    notifications.show({
      message: `${name} added to “${templateName}”`,
      statusColor: 'success',
      showInProduction: true,
    })
    onDone()
  }

  return (
    <ListState {...state} expected={3} empty={{ words: 'No templates yet. Create one with this product.' }}>
      <ChoiceList
        label="Templates"
        choices={templates.map((template) => ({
          value: template.id,
          label: template.name,
          detail: holding?.has(template.id)
            ? 'Already added'
            : `${VISIBILITY_TEXT[template.visibility]} · ${countText(template.itemCount, 'product')}`,
          disabled: holding?.has(template.id) || !mayChangeTemplate(template.visibility, mayOrder),
        }))}
        onChoose={(chosen) => {
          const template = templates.find(({ id }) => id === chosen)
          if (template) void add(template)
        }}
      />
    </ListState>
  )
}
