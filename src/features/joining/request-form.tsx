import { IconMailCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { AccountRequestFields, joining } from '#contract/joining.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { useApi } from '#src/device/device-context.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { PageForm } from '#src/ui/kit/record/page-form.tsx'
import { Sent } from './sent.tsx'

const FIELDS: readonly FieldSpec[] = [
  {
    name: 'businessName',
    label: 'Business',
    part: 'Your business',
    autoComplete: 'organization',
    missing: 'Enter the name of your business',
  },
  {
    name: 'addressLines',
    label: 'Address',
    rows: 3,
    autoComplete: 'street-address',
    missing: 'Enter its address',
  },
  { name: 'town', label: 'Town', half: true, autoComplete: 'address-level2', missing: 'Enter its town' },
  {
    name: 'postcode',
    label: 'Postcode',
    type: 'postcode',
    autoComplete: 'postal-code',
    missing: 'Enter its postcode',
  },
  {
    name: 'companyNo',
    label: 'Company number',
    hint: 'Optional. Eight characters, such as 01234567 or SC123456',
    misformed: 'Enter the eight characters of your company number, or leave it blank',
  },
  {
    name: 'vatNo',
    label: 'VAT number',
    hint: 'Optional. Nine digits, such as GB 123 4567 89',
    misformed: 'Enter the nine digits of your VAT number, or leave it blank',
  },
  {
    name: 'contactName',
    label: 'Your name',
    part: 'How we reach you',
    autoComplete: 'name',
    missing: 'Enter your name',
  },
  {
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autoComplete: 'email',
    missing: 'Enter your e-mail',
    misformed: 'Enter an e-mail address, such as name@example.com',
  },
  {
    name: 'contactPhone',
    label: 'Phone',
    type: 'tel',
    autoComplete: 'tel',
    missing: 'Enter your phone number',
    misformed: 'Enter a phone number, such as 01904 123456',
  },
  {
    name: 'message',
    label: 'Anything we should know',
    hint: 'Optional. What you order, how often, when you can take a delivery',
    rows: 4,
  },
]
const LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))

/** For a trade account, which the office decides on. */
export function RequestForm() {
  const api = useApi()
  // The same until it is answered, so that a repeat after a lost reply is not recorded twice.
  const id = useRef<string>(undefined)
  const [sentTo, setSentTo] = useState<string>()
  const send = async (fields: AccountRequestFields): Promise<FormErrors | undefined> => {
    id.current ??= uuidv7()
    try {
      await api.call(joining.requestAccount, { body: { id: id.current, ...fields } })
    } catch (error) {
      return fieldProblemsOf(error, LABELS)
    }
    setSentTo(fields.email)
    return undefined
  }
  if (sentTo !== undefined) {
    return (
      <Sent title="We have your request" icon={IconMailCheck}>
        <p>
          We check the details and write to <strong>{sentTo}</strong>, usually within two working days. You
          should have a mail from us in a few minutes that says the same.
        </p>
      </Sent>
    )
  }
  return (
    <PageForm<AccountRequestFields>
      label="Ask for a trade account"
      schema={AccountRequestFields}
      fields={FIELDS}
      onSend={send}
      submit="Send request"
    />
  )
}
