import { useState } from 'react'
import type { TemplateView } from '#domain/templates/view.ts'
import { useUser, useUserDevice } from '#src/device/device-context.tsx'
import { changeDetails } from '#src/features/templates/template-actions.ts'
import { TemplateForm } from './template-form.tsx'

export type RenameTemplateProps = { open: boolean; onClose: () => void; template: TemplateView }

/** Its name, and who can see it. */
export function RenameTemplate({ open, onClose, template }: RenameTemplateProps) {
  return open ? <OpenForm onClose={onClose} template={template} /> : null
}

function OpenForm({ onClose, template }: Omit<RenameTemplateProps, 'open'>) {
  const device = useUserDevice()
  const { id: userId } = useUser()
  // What is on screen as the person begins to type: another device's change meanwhile asks.
  const [seen] = useState(template)
  return (
    <TemplateForm
      open
      onClose={onClose}
      title="Rename or share"
      details={seen}
      isOwner={seen.ownerId === userId}
      submit="Save"
      onSubmit={async ({ name, visibility }) => {
        const changes = {
          ...(name === seen.name ? {} : { name }),
          ...(visibility === seen.visibility ? {} : { visibility }),
        }
        if (Object.keys(changes).length === 0) return undefined
        return (await changeDetails(device, seen.id, changes, seen)) ? undefined : {}
      }}
    />
  )
}
