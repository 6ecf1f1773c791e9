import { type Faq, FaqFields } from '#contract/faq.ts'
import { FAQ_AUDIENCES, type FaqAudience } from '#domain/faq.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useFaqMaintenance } from '#src/features/faq/use-faq-maintenance.ts'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { Detail } from '#src/ui/kit/record/record-detail.tsx'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const AUDIENCE_WORDS: Record<FaqAudience, string> = {
  everyone: 'Everyone',
  customers: 'Customers',
  distributors: 'Distributors',
  staff: 'Staff',
}

const COLUMNS: ListColumn<Faq>[] = [
  { id: 'question', label: 'Question', text: ({ question }) => question, sortable: true },
  {
    id: 'subject',
    label: 'Subject',
    text: ({ subject }) => subject,
    sortable: true,
    narrow: 'plain',
    width: '12rem',
  },
  {
    id: 'audience',
    label: 'Audience',
    text: ({ audience }) => AUDIENCE_WORDS[audience],
    sortable: true,
    width: '9rem',
  },
  { id: 'position', label: 'Order', text: ({ position }) => position, isNumber: true, width: '6rem' },
  {
    id: 'updated_at',
    label: 'Changed',
    text: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => dayText(londonDayOf(new Date(updated_at))),
    sortable: true,
    width: '9rem',
  },
]

const FILTERS: ListFilter[] = [
  {
    name: 'audience',
    label: 'Audience',
    any: 'Any',
    options: FAQ_AUDIENCES.map((value) => ({ value, label: AUDIENCE_WORDS[value] })),
  },
]

const FIELDS: FieldSpec[] = [
  { name: 'subject', label: 'Subject', hint: 'Questions with the same subject are shown together' },
  { name: 'question', label: 'Question' },
  { name: 'answer', label: 'Answer' },
  { name: 'audience', label: 'Audience', words: AUDIENCE_WORDS },
  { name: 'position', label: 'Order', hint: 'Lower numbers come first within the subject' },
]

const NEW: Partial<FaqFields> = { audience: 'everyone', position: 1 }
const BY_SUBJECT = { sort: 'subject' }

const detailsOf = ({ subject, question, answer, audience }: Faq): Detail[] => [
  { label: 'Subject', value: subject },
  { label: 'Question', value: question },
  { label: 'Answer', value: answer },
  { label: 'Audience', value: AUDIENCE_WORDS[audience] },
]

export function Screen() {
  const address = useListAddress(BY_SUBJECT)
  return (
    <RecordScreen
      title="FAQ"
      detail="Shown to customers under Help"
      noun={['question', 'questions']}
      address={address}
      records={useFaqMaintenance(address.request)}
      columns={COLUMNS}
      filters={FILTERS}
      schema={FaqFields}
      fields={FIELDS}
      fresh={NEW}
      detailsOf={detailsOf}
      empty="There are no questions yet. Add the first one."
      csv={{ name: 'questions', onFailure: showFailure }}
    />
  )
}
