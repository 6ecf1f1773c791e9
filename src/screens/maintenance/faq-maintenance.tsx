import { FAQ_KEY, type Faq, FaqFields, faq } from '#contract/faq.ts'
import { FAQ_AUDIENCES, type FaqAudience } from '#domain/faq.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
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
    orderWords: DAY_ORDER,
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

const WORDS = {
  noun: ['question', 'questions'] as const,
  added: 'Question added',
  saved: 'Question saved',
  deleted: 'Question deleted',
  restored: 'Question restored',
}

const valueWords: FieldWords = (field, value) =>
  (field === 'audience' && AUDIENCE_WORDS[value as FaqAudience]) || plainWords(field, value)

// The address may be typed by hand: the server rejects unknown values.
const filtersOf = ({ audience }: ListRequest['filters']) =>
  audience === undefined ? {} : { audience: audience as FaqAudience }

const OPTIONS = { words: WORDS, filtersOf, sent: { key: FAQ_KEY }, keptReply: faq.list }

export function Screen() {
  const address = useListAddress(BY_SUBJECT)
  const records = useKeptRecords(faq, address.request, OPTIONS)
  return (
    <RecordScreen
      title="FAQ"
      detail="Shown to customers under Help"
      noun={WORDS.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={FILTERS}
      schema={FaqFields}
      fields={FIELDS}
      fresh={NEW}
      empty="There are no questions yet. Add the first one."
      csv={{ name: 'questions', onFailure: showFailure }}
      kept={{
        records,
        words: valueWords,
        importHint:
          'The columns are those of Export CSV. A row whose question is there already changes it; others are added.',
      }}
    />
  )
}
