import { lazy, useState } from 'react'
import type { CreateTemplate } from '#domain/templates/operation.ts'
import { Button, type ButtonProps } from '#src/ui/action/button.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'

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

const SaveForm = lazy(async () => ({ default: (await import('./save-form.tsx')).SaveForm }))

/** Products of a trolly, an order or a page as a new template, with or without a connection. */
export const SaveAsTemplate = (props: SaveAsTemplateProps) => (
  <LateSheet open={props.open} onClose={props.onClose}>
    <SaveForm {...props} />
  </LateSheet>
)

type SaveAsTemplateButtonProps = Pick<SaveAsTemplateProps, 'customerId' | 'items'> &
  Pick<ButtonProps, 'variant' | 'icon'>

export function SaveAsTemplateButton({ variant, icon, ...props }: SaveAsTemplateButtonProps) {
  const [saving, setSaving] = useState(false)
  return (
    <>
      <Button {...(variant && { variant })} icon={icon} onClick={() => setSaving(true)}>
        Save as template
      </Button>
      <SaveAsTemplate open={saving} onClose={() => setSaving(false)} {...props} />
    </>
  )
}
