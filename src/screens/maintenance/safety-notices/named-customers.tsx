import { useState } from 'react'
import type { NamedCustomer, SafetyNoticeRow } from '#contract/safety-notice-report.ts'
import { SAFETY_STATES } from '#domain/allergen-changes.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { numberText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import {
  noticeTitle,
  noticeWords,
  SAFETY_STATE_TONES,
  SAFETY_STATE_WORDS,
} from '#src/features/safety-notices/notice-words.ts'
import { useSafetyNotice } from '#src/features/safety-notices/use-safety-report.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { ContactLink } from '#src/ui/action/contact-link.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListAddress, useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { Figures } from '#src/ui/kit/report/figures.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const COLUMNS: ListColumn<NamedCustomer>[] = [
  { id: 'name', label: 'Customer', text: ({ name }) => name, sortable: true },
  {
    id: 'customerId',
    label: 'Account',
    text: ({ customerId }) => customerId,
    narrow: 'spare',
    width: '6rem',
  },
  {
    id: 'phone',
    label: 'Telephone',
    text: ({ phone }) => phone || 'None',
    cell: ({ phone }) => (phone === '' ? 'None' : <ContactLink to={{ phone }} />),
    narrow: 'plain',
    width: '9rem',
  },
  {
    id: 'quantity',
    label: 'Bought',
    text: ({ quantity }) => (quantity === 0 ? 'Agreed substitute' : numberText(quantity)),
    csv: ({ quantity }) => quantity,
    isNumber: true,
    sortable: true,
    width: '6rem',
  },
  {
    id: 'lastBought',
    label: 'Latest delivery',
    text: ({ lastBought }) => dayText(lastBought, new Date()),
    csv: ({ lastBought }) => lastBought,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8rem',
  },
  {
    id: 'state',
    label: 'State',
    text: ({ state }) => SAFETY_STATE_WORDS[state],
    cell: ({ state }) => <Badge label={SAFETY_STATE_WORDS[state]} tone={SAFETY_STATE_TONES[state]} />,
    narrow: 'badge',
    width: '9rem',
  },
  { id: 'by', label: 'By', text: byWords },
]

function byWords({ by, at, spokenTo }: NamedCustomer): string {
  if (at === null) return ''
  const day = dayText(londonDayOf(new Date(at)), new Date())
  return [by, spokenTo === '' ? '' : `spoke to ${spokenTo}`, day].filter(Boolean).join(', ')
}

const BY_NAME = { sort: 'name' }

/** The notice stays in the address when filters are cleared. */
const useAddressOf = (id: string): ListAddress => {
  const address = useListAddress(BY_NAME)
  const { notice: _, ...filters } = address.request.filters
  return {
    ...address,
    request: { ...address.request, filters },
    change: (part) => address.change({ ...part, filters: { ...(part.filters ?? filters), notice: id } }),
  }
}

export function NamedCustomers({ id }: { id: string }) {
  const address = useAddressOf(id)
  const { notice, rows, loadRows, markPhoned } = useSafetyNotice(id, address.request)
  const [phoning, setPhoning] = useState<NamedCustomer>()
  const isOpen = notice !== undefined && notice.closedAt === null
  return (
    <>
      <ListScreen
        title={notice ? noticeTitle(notice) : 'Safety notice'}
        detail={notice && noticeWords(notice)}
        noun={['customer', 'customers']}
        address={address}
        // Views are saved for a list, not for one of its rows.
        found={{ ...rows, Views: undefined }}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ customerId }) => customerId}
        actions={<ButtonLink to="/maintenance/safety-notices">All notices</ButtonLink>}
        above={<Figures figures={notice && figuresOf(notice, address)} />}
        actionLabel="Call"
        renderAction={(row, tabIndex) =>
          isOpen && (row.state === 'to_phone' || row.state === 'seen') ? (
            <Button
              compact
              tabIndex={tabIndex}
              aria-label={`Phoned ${row.name}`}
              onClick={() => setPhoning(row)}
            >
              Phoned
            </Button>
          ) : null
        }
        csv={{ name: 'customers-to-tell', loadRows, onFailure: showFailure }}
        empty={{ words: 'Nobody bought it.', icon: null }}
      />
      {phoning ? (
        <PhonedSheet customer={phoning} onMark={markPhoned} onClose={() => setPhoning(undefined)} />
      ) : null}
    </>
  )
}

const FILTERS: ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    any: 'All customers',
    options: SAFETY_STATES.map((state) => ({ value: state, label: SAFETY_STATE_WORDS[state] })),
  },
]

const figuresOf = ({ counts }: SafetyNoticeRow, { request: { filters }, change }: ListAddress) =>
  SAFETY_STATES.filter((state) => state !== 'cancelled' || counts.cancelled > 0).map((state) => {
    const pressed = filters.state === state
    return {
      label: SAFETY_STATE_WORDS[state],
      value: numberText(counts[state]),
      filter: { pressed, onPress: () => change({ filters: { state: pressed ? '' : state } }) },
    }
  })

type PhonedSheetProps = {
  customer: NamedCustomer
  /** Returns problems by field. */
  onMark: (customerId: string, spokenTo: string) => Promise<Record<string, string> | undefined>
  onClose: () => void
}

/** It counts as the customer’s confirmation and cannot be taken back, so it names who was told. */
function PhonedSheet({ customer, onMark, onClose }: PhonedSheetProps) {
  return (
    <Sheet open title={`Phoned ${customer.name}`} onClose={onClose}>
      <Form
        label="Call"
        validate={({ spokenTo = '' }) => (spokenTo.trim() === '' ? { spokenTo: 'Enter a name' } : {})}
        onSubmit={async ({ spokenTo = '' }) => {
          const problems = await onMark(customer.customerId, spokenTo.trim())
          if (problems === undefined) onClose()
          return problems
        }}
      >
        {customer.phone === '' ? null : <ContactLink to={{ phone: customer.phone }} />}
        <TextField
          name="spokenTo"
          label="Spoken to"
          hint="Their name. It is kept with yours and the time"
          autoComplete="off"
        />
        <SubmitButton>Mark as phoned</SubmitButton>
      </Form>
    </Sheet>
  )
}
