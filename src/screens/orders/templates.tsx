import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { useUser } from '#src/device/device-context.tsx'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { OrderSegments } from '#src/features/orders/order-segments.tsx'
import { NewTemplate } from '#src/features/templates/form/new-template.tsx'
import { DeletedTemplates } from '#src/features/templates/list/deleted-templates.tsx'
import { TemplateRow } from '#src/features/templates/list/template-row.tsx'
import { useTemplatePictures, useTemplates } from '#src/features/templates/use-templates.ts'
import { Button } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowList } from '#src/ui/list/row-list.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Menu } from '#src/ui/surface/menu.tsx'

export function Screen() {
  return <WithCustomer>{({ customer }) => <Templates customer={customer} />}</WithCustomer>
}

function Templates({ customer }: { customer: Customer }) {
  const ofCustomer = { customerId: customer.id, priceListId: customer.priceListId }
  const { templates, ...state } = useTemplates(ofCustomer)
  const pictures = useTemplatePictures(templates)
  const { id: userId } = useUser()
  const now = new Date(useMinute())
  const [adding, setAdding] = useState(false)
  const [showsDeleted, setShowsDeleted] = useState(false)
  const add = (
    <Button variant="filled" icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
      New template
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Templates"
        detail={customer.name}
        actions={
          <>
            {state.count > 0 ? add : null}
            <Menu
              label="More for templates"
              items={[
                {
                  label: 'Deleted templates',
                  icon: <IconTrash size={18} aria-hidden="true" />,
                  onSelect: () => setShowsDeleted(true),
                },
              ]}
            />
          </>
        }
      />
      <OrderSegments current="/orders/templates" />
      <ListState
        {...state}
        skeleton={<RowSkeleton title="40%" detail="30%" height="4.5rem" />}
        empty={{
          words: 'No templates yet. Save a trolly as one, or paste a list, and order it again in one go.',
          action: add,
        }}
      >
        <RowList
          label="Templates"
          rows={templates}
          getKey={({ id }) => id}
          estimatedHeight={72}
          renderRow={(template) => (
            <TemplateRow
              template={template}
              pictures={pictures?.[template.id] ?? []}
              ownerId={userId}
              now={now}
            />
          )}
        />
      </ListState>
      <DeletedTemplates customerId={customer.id} open={showsDeleted} onClose={() => setShowsDeleted(false)} />
      <NewTemplate open={adding} onClose={() => setAdding(false)} customer={ofCustomer} />
    </>
  )
}
