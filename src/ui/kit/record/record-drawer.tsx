import { Box, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { FieldValues } from './form-values.ts'
import { RecordForm, type RecordFormProps } from './record-form.tsx'
import type { Editing } from './use-editing.ts'

export type RecordDrawerProps<Row> = Pick<
  RecordFormProps,
  'schema' | 'fields' | 'values' | 'onSave' | 'trial'
> & {
  editing: Editing<Row>
  title: string
  saveLabel?: string | undefined
  /** Above the form. */
  note?: ReactNode
  /** Without it the record cannot be deleted. Offers its own undo. */
  onDelete?: (() => unknown) | undefined
}

/** Closing with unsaved changes offers to restore them. */
export function RecordDrawer<Row>({
  editing,
  title,
  saveLabel,
  note,
  onDelete,
  ...form
}: RecordDrawerProps<Row>) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const unsaved = useRef<(() => FieldValues | undefined) | null>(null)
  const close = () => {
    const draft = unsaved.current?.()
    editing.close()
    if (draft) offerDraft(() => editing.reopen(draft))
  }
  return (
    <Sheet
      open
      wide
      onClose={close}
      title={title}
      foot={
        <Group gap={8} w="100%">
          <Button variant="filled" type="submit" loading={busy} form={formId}>
            {saveLabel ?? 'Save'}
          </Button>
          <Button onClick={close}>Cancel</Button>
          {onDelete ? (
            <Box ms="auto">
              <Button
                variant="danger"
                icon={<IconTrash size={18} aria-hidden="true" />}
                onClick={async () => {
                  await onDelete()
                  editing.close()
                }}
              >
                Delete
              </Button>
            </Box>
          ) : null}
        </Group>
      }
    >
      {note}
      <RecordForm
        key={editing.key}
        {...form}
        id={formId}
        label={title}
        draft={editing.draft}
        unsaved={unsaved}
        onBusy={setBusy}
        onSave={async (values) => {
          const refused = await form.onSave(values)
          if (!refused) editing.close()
          return refused
        }}
      />
    </Sheet>
  )
}

/** Restoring replaces an "are you sure" question. */
const offerDraft = (onRestore: () => void): void => {
  notifications.show({
    message: 'Your changes were not saved',
    restoreButton: { label: 'Keep editing', onRestore },
    ofPage: true,
    showInProduction: true,
  })
}
