import { Group } from '@mantine/core'
import { type SavedView, VIEW_NAME_MAX } from '#contract/saved-views.ts'
import { tidyLine } from '#domain/typed-text.ts'
import { Button } from '#src/ui/action/button.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

export type NameViewProps = {
  /** A view without a name is a new one. */
  view: SavedView
  others: readonly SavedView[]
  onSave: (name: string) => void
  onClose: () => void
}

export function NameView({ view, others, onSave, onClose }: NameViewProps) {
  return (
    <Sheet open title={view.name === '' ? 'Save this view' : 'Rename view'} onClose={onClose}>
      <Form
        validate={({ name = '' }) => {
          const problem = problemOf(tidyLine(name), others)
          return problem === undefined ? {} : { name: problem }
        }}
        onSubmit={({ name = '' }) => {
          onSave(tidyLine(name))
          onClose()
          return undefined
        }}
      >
        <TextField
          name="name"
          label="Name"
          hint="Its filters, search and order are kept, on all of your devices"
          defaultValue={view.name}
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          autoFocus
        />
        <Group gap={8}>
          <SubmitButton>Save</SubmitButton>
          <Button onClick={onClose}>Cancel</Button>
        </Group>
      </Form>
    </Sheet>
  )
}

const problemOf = (name: string, others: readonly SavedView[]): string | undefined => {
  if (name === '') return 'Enter a name'
  return others.some((other) => other.name === name) ? `You have a view “${name}” already` : undefined
}
