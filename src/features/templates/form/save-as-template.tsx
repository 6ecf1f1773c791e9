import type { CreateTemplate } from '#domain/templates/operation.ts'
import { latePart, useLatePart } from '#src/ui/surface/late-part.tsx'

export type SaveAsTemplateProps = {
  open: boolean
  onClose: () => void
  customerId: string
  title?: string
  items: CreateTemplate['items']
  /** Its lines, which the server takes instead of `items`. */
  document?: CreateTemplate['document'] | undefined
  /** The message once it is saved. */
  message?: string
}

const SaveForm = latePart(async () => (await import('./save-form.tsx')).SaveForm)

/** Products of a trolly, an order or a page as a new template, with or without a connection. */
export function SaveAsTemplate(props: SaveAsTemplateProps) {
  const Form = useLatePart(SaveForm, props.open, props.onClose)
  return props.open && Form ? <Form {...props} /> : null
}
