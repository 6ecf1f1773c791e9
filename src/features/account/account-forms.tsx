import { Box } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { AccountFields } from '#contract/account.ts'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import { useUser } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { Button } from '#src/ui/action/button.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordForm, type RecordFormProps } from '#src/ui/kit/record/record-form.tsx'
import { useAccountForm } from './use-account-update.ts'

const NAME: readonly FieldSpec[] = [{ name: 'username', label: 'Name', autoComplete: 'name' }]

/** Colleagues see it beside what they did together. */
export function NameForm() {
  const { username } = useUser()
  const save = useAccountForm(NAME, ACCOUNT_MESSAGES.accountUpdated)
  return <SectionForm label="Name" fields={NAME} values={{ username }} onSave={save} />
}

const CHOICES: readonly FieldSpec[] = [
  {
    name: 'contact_email',
    label: 'E-mail',
    hint: 'News, such as when a product that you wait for is back in stock. Order confirmations always come by e-mail.',
    control: 'switch',
  },
  { name: 'contact_sms', label: 'Text message', control: 'switch' },
  { name: 'contact_tel', label: 'Phone', control: 'switch' },
  { name: 'contact_post', label: 'Post', control: 'switch' },
  {
    name: 'cookies_accept',
    label: 'Optional cookies',
    hint: 'Those needed to sign in and to pay are always used.',
    control: 'switch',
  },
]

/** How the company may write or ring with news, and whether it may use optional cookies. */
export function ContactForm() {
  const { privacy_settings: privacy, ...user } = useUser()
  const save = useAccountForm(CHOICES, ACCOUNT_MESSAGES.privacyUpdated)
  const values = { ...user, cookies_accept: privacy.cookies_accept === '1' }
  return <SectionForm label="Contact and cookies" fields={CHOICES} values={values} onSave={save} />
}

const SCHEMA = { ...AccountFields, required: ['username'] }

type SectionFormProps = Pick<RecordFormProps, 'label' | 'fields' | 'values' | 'onSave'>

function SectionForm(form: SectionFormProps) {
  const id = useId()
  const needsConnection = useNeedsConnection()
  const [busy, setBusy] = useState(false)
  // The browser asks before the tab closes; within the app nothing does, as on other pages with a form.
  const unsaved = useRef(null)
  return (
    <>
      <RecordForm {...form} id={id} schema={SCHEMA} unsaved={unsaved} onBusy={setBusy} />
      <Box mt={20}>
        <Button {...needsConnection} type="submit" form={id} loading={busy}>
          Save
        </Button>
      </Box>
    </>
  )
}
