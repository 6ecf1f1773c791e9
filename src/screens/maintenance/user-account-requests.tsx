import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type AccountRequest,
  type AccountRequestLook,
  ApprovalFields,
  LinkFields,
  RejectionFields,
} from '#contract/account-requests.ts'
import { weekdaysText } from '#domain/delivery-words.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useAccountRequest, useAccountRequests } from '#src/features/joining/use-account-requests.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ContactLink } from '#src/ui/action/contact-link.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import type { FieldSpec, FormSchema } from '#src/ui/kit/record/field-spec.ts'
import type { RecordValues } from '#src/ui/kit/record/form-values.ts'
import { type Detail, RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { type Editing, useEditing } from '#src/ui/kit/record/use-editing.ts'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const STATE_WORDS: Record<AccountRequest['state'], string> = {
  open: 'To decide',
  approved: 'Approved',
  rejected: 'Rejected',
}
const KIND_WORDS: Record<AccountRequest['kind'], string> = {
  trade: 'Trade account',
  cash: 'Opened online',
}

const COLUMNS: ListColumn<AccountRequest>[] = [
  { id: 'businessName', label: 'Business', text: ({ businessName }) => businessName, sortable: true },
  { id: 'contact', label: 'Contact', text: ({ contactName }) => contactName, narrow: 'plain' },
  { id: 'town', label: 'Town', text: ({ town }) => town, narrow: 'spare', width: '10rem' },
  { id: 'postcode', label: 'Postcode', text: ({ postcode }) => postcode, sortable: true, width: '7rem' },
  { id: 'kind', label: 'Asked for', text: ({ kind }) => KIND_WORDS[kind], width: '9rem' },
  {
    id: 'createdAt',
    label: 'On',
    text: ({ createdAt }) => dayText(londonDayOf(new Date(createdAt))),
    csv: ({ createdAt }) => londonDayOf(new Date(createdAt)),
    sortable: true,
    orderWords: DAY_ORDER,
    width: '9rem',
  },
  { id: 'state', label: 'State', text: ({ state }) => STATE_WORDS[state], narrow: 'badge', width: '7rem' },
]

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'State', any: 'Any state', options: optionsOf(STATE_WORDS) },
  { name: 'kind', label: 'Asked for', any: 'Anything', options: optionsOf(KIND_WORDS) },
]

const LATEST = { sort: 'createdAt', descending: true }

/** What is decided with a form. */
type Way = 'approve' | 'link' | 'reject'

export function Screen() {
  const address = useListAddress(LATEST)
  const { rows, loadRows } = useAccountRequests(address.request)
  const [opened, setOpened] = useState<string>()
  return (
    <>
      <ListScreen
        title="Account requests"
        detail="Who wants to buy from us"
        noun={['request', 'requests']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        csv={{ name: 'account-requests', loadRows, onFailure: showFailure }}
        empty={{ words: 'Nobody has asked for an account yet.', icon: null }}
      />
      {opened === undefined ? null : (
        <Decision key={opened} id={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

function Decision({ id, onClose }: { id: string; onClose: () => void }) {
  const request = useAccountRequest(id)
  const { look, failure } = request
  const [way, setWay] = useState<Way>('approve')
  const editing = useEditing<AccountRequestLook>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const act = async (run: () => Promise<Record<string, string> | undefined>) => {
    setBusy(true)
    const problems = await run()
    setBusy(false)
    if (problems) setRefused(Object.values(problems)[0])
    else onClose()
  }
  if (editing.isOpen && look)
    return <DecisionForm way={way} look={look} editing={editing} request={request} onDone={onClose} />
  return (
    <Sheet
      open
      wide
      title={look?.request.businessName ?? 'Account request'}
      onClose={onClose}
      foot={
        look && look.request.state !== 'approved' ? (
          <Foot
            look={look}
            busy={busy}
            onWay={(which) => {
              setWay(which)
              editing.open(look)
            }}
            onConfirm={() => act(request.confirm)}
            onReopen={() => act(request.reopen)}
          />
        ) : undefined
      }
    >
      {failure ? <FailedState words={`The request could not be loaded. ${failure}`} /> : null}
      {refused ? (
        <Text role="alert" c="var(--red)" mb={16}>
          {refused}
        </Text>
      ) : null}
      {look ? <Look look={look} /> : null}
    </Sheet>
  )
}

type FootProps = {
  look: AccountRequestLook
  busy: boolean
  onWay: (way: Way) => void
  onConfirm: () => void
  onReopen: () => void
}

function Foot({ look: { request, delivery }, busy, onWay, onConfirm, onReopen }: FootProps) {
  if (request.state === 'rejected')
    return (
      <Button loading={busy} onClick={onReopen}>
        Open it again
      </Button>
    )
  return (
    <Group gap={8} w="100%">
      {request.kind === 'cash' ? (
        <Button variant="filled" loading={busy} onClick={onConfirm}>
          Confirm account
        </Button>
      ) : (
        <>
          <Button variant="filled" disabled={delivery === null} onClick={() => onWay('approve')}>
            Open account
          </Button>
          <Button onClick={() => onWay('link')}>Link to an account</Button>
        </>
      )}
      <Button variant="danger" disabled={busy} onClick={() => onWay('reject')}>
        {request.kind === 'cash' ? 'Put on stop' : 'Reject'}
      </Button>
    </Group>
  )
}

const SAME_WORDS = { email: 'e-mail', phone: 'telephone', name: 'name', postcode: 'postcode' }

function Look({ look: { request, delivery, similar, hasUser } }: { look: AccountRequestLook }) {
  return (
    <Stack gap={16}>
      <RecordDetail details={detailsOf(request)} />
      <RecordDetail
        details={[
          {
            label: 'Delivery',
            value: delivery
              ? `${weekdaysText(delivery.weekdays)} until ${delivery.cutOffTime}, route ${delivery.route}, minimum ${moneyText(delivery.minimumOrderPence)}`
              : `We do not deliver to ${request.postcode}`,
          },
          ...(request.state === 'open' && request.kind === 'trade'
            ? [{ label: 'Sign-in', value: hasUser ? 'This address signs in already' : 'A new user is made' }]
            : []),
        ]}
      />
      {similar.length > 0 && request.state === 'open' ? (
        <Stack gap={8}>
          <Text fw={700}>Accounts like it</Text>
          <Stack component="ul" gap={8} p={0} m={0} style={{ listStyle: 'none' }}>
            {similar.map(({ id, name, town, postcode, same }) => (
              <li key={id}>
                <Text>{`${id} ${name}`}</Text>
                <Text size="xs" c="dimmed">
                  {`${[town, postcode].filter(Boolean).join(', ')}. Same ${same.map((each) => SAME_WORDS[each]).join(', ')}`}
                </Text>
              </li>
            ))}
          </Stack>
        </Stack>
      ) : null}
    </Stack>
  )
}

const detailsOf = (request: AccountRequest): Detail[] =>
  [
    { label: 'State', value: stateText(request) },
    { label: 'Asked for', value: KIND_WORDS[request.kind] },
    { label: 'Account', value: request.customerId },
    { label: 'Contact', value: request.contactName },
    { label: 'E-mail', value: <ContactLink to={{ email: request.email }} /> },
    {
      label: 'Telephone',
      value: <ContactLink to={{ phone: request.contactPhone }} />,
    },
    { label: 'Address', value: [...request.addressLines, request.town, request.postcode].join(', ') },
    { label: 'Company number', value: request.companyNo },
    { label: 'VAT number', value: request.vatNo },
    { label: 'Message', value: request.message },
    { label: 'Reason told', value: request.reason },
  ].filter(({ value }) => value !== null && value !== '')

const stateText = ({ state, decidedAt, decidedBy }: AccountRequest): string =>
  decidedAt === null
    ? STATE_WORDS[state]
    : `${STATE_WORDS[state]} ${decidedBy === null ? '' : `by ${decidedBy} `}on ${dayText(londonDayOf(new Date(decidedAt)))}`

const APPROVAL_FIELDS: FieldSpec[] = [
  { name: 'customerNo', label: 'Account number', hint: 'In your own system; one is given if this is blank' },
  { name: 'accountKind', label: 'Pays', words: { credit: 'On account', cash: 'Cash' } },
  { name: 'priceListId', label: 'Price list', missing: 'Choose a price list' },
  { name: 'creditLimitPence', label: 'Credit limit', hint: 'Blank: none is set', control: 'money' },
]
const LINK_FIELDS: FieldSpec[] = [{ name: 'customerId', label: 'Account number' }]
const REJECTION_FIELDS: FieldSpec[] = [
  { name: 'reason', label: 'Reason', hint: 'It stands in the mail; may be blank', rows: 4 },
]

type FormProps = {
  way: Way
  look: AccountRequestLook
  editing: Editing<AccountRequestLook>
  request: ReturnType<typeof useAccountRequest>
  onDone: () => void
}

function DecisionForm({ way, look, editing, request, onDone }: FormProps) {
  const { title, label, schema, fields, values } = formOf(way, look)
  const labels = Object.fromEntries(fields.map((field) => [field.name, field.label]))
  return (
    <RecordDrawer
      editing={editing}
      title={title}
      saveLabel={label}
      schema={schema}
      fields={fields}
      values={values}
      onSave={async (typed) => {
        // The form has checked them by the schema of this way.
        const refused = await request[way](typed as never, labels)
        if (!refused) onDone()
        return refused
      }}
    />
  )
}

type DecisionWay = {
  title: string
  label: string
  schema: FormSchema
  fields: readonly FieldSpec[]
  values: RecordValues
}

const formOf = (way: Way, look: AccountRequestLook): DecisionWay => {
  const { businessName, contactName, kind } = look.request
  switch (way) {
    case 'approve':
      return {
        title: `Open an account for ${businessName}`,
        label: 'Open account',
        schema: approvalSchema(look),
        fields: APPROVAL_FIELDS.map((field) =>
          field.name === 'priceListId'
            ? {
                ...field,
                words: {
                  '': 'Choose',
                  ...Object.fromEntries(look.priceLists.map(({ id, name }) => [id, name])),
                },
              }
            : field,
        ),
        values: { accountKind: 'credit', customerNo: '', priceListId: '', creditLimitPence: null },
      }
    case 'link':
      return {
        title: `Link ${contactName} to an account`,
        label: 'Link',
        schema: LinkFields,
        fields: LINK_FIELDS,
        values: { customerId: look.similar[0]?.id ?? '' },
      }
    case 'reject':
      return {
        title: kind === 'cash' ? `Put ${businessName} on stop` : `Reject ${businessName}`,
        label: kind === 'cash' ? 'Put on stop' : 'Reject',
        schema: RejectionFields,
        fields: REJECTION_FIELDS,
        values: { reason: '' },
      }
  }
}

/** The price lists there are. None is chosen beforehand: a wrong one costs money. */
const approvalSchema = ({ priceLists }: AccountRequestLook): FormSchema => ({
  properties: {
    ...ApprovalFields.properties,
    priceListId: { type: 'string', minLength: 1, enum: ['', ...priceLists.map(({ id }) => id)] },
  },
  required: ApprovalFields.required,
})
