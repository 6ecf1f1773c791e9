import { countText } from '#domain/plain-text.ts'
import { TEMPLATE_ITEMS_MAX } from '#domain/templates/template.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { createTemplate } from '#src/features/templates/template-actions.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import type { SaveAsTemplateProps } from './save-as-template.tsx'
import { TemplateForm } from './template-form.tsx'

export function SaveForm(props: SaveAsTemplateProps) {
  const { open, onClose, customerId, items, document, title = 'Save as template' } = props
  const device = useUserDevice()
  const kept = items.slice(0, TEMPLATE_ITEMS_MAX)
  return (
    <TemplateForm
      open={open}
      onClose={onClose}
      title={title}
      details={{ name: '', visibility: 'private' }}
      isOwner
      submit={document ? 'Save' : `Save ${countText(kept.length, 'product')}`}
      onSubmit={async (details) =>
        (await createTemplate(
          device,
          { ...details, customerId, items: kept, ...(document && { document }) },
          props.message,
        ))
          ? undefined
          : {}
      }
    >
      {kept.length < items.length ? (
        <Banner tone="amber" inset>
          {`A template can hold up to ${TEMPLATE_ITEMS_MAX} products. The last ${items.length - kept.length} are left out.`}
        </Banner>
      ) : null}
    </TemplateForm>
  )
}
