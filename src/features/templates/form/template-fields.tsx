import { SegmentedControl, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useId, useState } from 'react'
import { TEMPLATE_VISIBILITIES } from '#domain/templates/template.ts'
import { VISIBILITY_HINT, VISIBILITY_TEXT } from '#domain/templates/visibility-words.ts'
import { tidyLine } from '#domain/typed-text.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import type { TemplateFormProps } from './template-form.tsx'

const NAME_MAX = 60

const VISIBILITIES = TEMPLATE_VISIBILITIES.map((value) => ({ value, label: VISIBILITY_TEXT[value] }))

export function TemplateFields(props: Omit<TemplateFormProps, 'open'>) {
  const { details, isOwner, submit, children, more, onSubmit, onClose, title } = props
  const [visibility, setVisibility] = useState(details.visibility)
  const mayOrder = useMayOrder()
  const hintId = useId()
  return (
    <Stack gap={12}>
      {children}
      <Form
        label={title}
        validate={({ name = '' }): FormErrors => (tidyLine(name) ? {} : { name: 'Enter a name' })}
        onSubmit={async (values) => {
          const errors = await onSubmit({ name: tidyLine(values.name ?? ''), visibility }, values)
          if (!errors) onClose()
          return errors
        }}
      >
        <TextField
          name="name"
          label="Name"
          defaultValue={details.name}
          maxLength={NAME_MAX}
          autoComplete="off"
          data-autofocus
        />
        <Stack gap={4}>
          {isOwner && mayOrder ? (
            <SegmentedControl
              aria-label="Who can see it"
              aria-describedby={hintId}
              data={VISIBILITIES}
              value={visibility}
              onChange={setVisibility}
            />
          ) : null}
          <Text size="xs" c="dimmed" id={hintId}>
            {VISIBILITY_HINT[visibility]}
          </Text>
        </Stack>
        {more}
        <SubmitButton>{submit}</SubmitButton>
      </Form>
    </Stack>
  )
}
