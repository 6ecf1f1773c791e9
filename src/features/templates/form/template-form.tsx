import type { ReactNode } from 'react'
import type { TemplateVisibility } from '#domain/templates/template.ts'
import type { FormValues } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { TemplateFields } from './template-fields.tsx'

export type TemplateDetails = { name: string; visibility: TemplateVisibility }

export type TemplateFormProps = {
  open: boolean
  onClose: () => void
  title: string
  details: TemplateDetails
  /** Only its owner may share it or make it private. */
  isOwner: boolean
  submit: string
  /** Above the fields. */
  children?: ReactNode
  /** Below them. */
  more?: ReactNode
  /** @returns what is wrong, which keeps the form open */
  onSubmit: (details: TemplateDetails, values: FormValues) => Promise<FormErrors | undefined>
}

export function TemplateForm({ open, onClose, ...form }: TemplateFormProps) {
  return (
    <Sheet open={open} onClose={onClose} title={form.title}>
      <TemplateFields {...form} onClose={onClose} />
    </Sheet>
  )
}
