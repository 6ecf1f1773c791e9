import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Recall, RecallFields, recalls } from '#contract/recalls.ts'
import { DAY_MS } from '#domain/durations.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { RECALL_ACTION_CHOICES, recallActionText } from '#domain/safety-words.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import { useRecallTrial } from '#src/features/safety-notices/use-safety-report.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const COLUMNS: ListColumn<Recall>[] = [
  { id: 'reference', label: 'Reference', text: ({ reference }) => reference, sortable: true },
  { id: 'productNos', label: 'Products', text: ({ productNos }) => productNos.join(', '), narrow: 'plain' },
  { id: 'batches', label: 'Batches', text: ({ batches }) => batches.join(', ') || 'All' },
  { id: 'reason', label: 'Reason', text: ({ reason }) => reason, width: '20rem' },
  {
    id: 'boughtSince',
    label: 'Bought since',
    text: ({ boughtSince }) => dayText(boughtSince),
    csv: ({ boughtSince }) => boughtSince,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '9rem',
  },
]

const FIELDS: FieldSpec[] = [
  { name: 'reference', label: 'Reference', hint: 'Your number or the manufacturer’s. Customers see it' },
  {
    name: 'productNos',
    label: 'Product codes',
    hint: 'A code on each line, or separated by commas',
    rows: 2,
    commas: true,
  },
  {
    name: 'batches',
    label: 'Batches',
    hint: 'A batch code on each line. Leave empty for all batches',
    rows: 2,
  },
  { name: 'useBy', label: 'Dates on the packs', hint: 'In words: use by 3 to 9 December' },
  {
    name: 'boughtSince',
    label: 'Bought since',
    hint: 'The first delivery day of the goods. Customers who bought on or after it are named',
  },
  { name: 'reason', label: 'Reason', control: 'area', rows: 2 },
  { name: 'action', label: 'What to do', words: RECALL_ACTION_CHOICES },
  {
    name: 'advice',
    label: 'Advice',
    hint: 'What else a kitchen should do or know',
    control: 'area',
    rows: 3,
  },
]

const WORDS = {
  noun: ['recall', 'recalls'] as const,
  added: 'Recall published',
  saved: 'Recall changed. Customers are asked to confirm it again',
  deleted: 'Recall withdrawn',
  restored: 'Recall published again',
}

const valueWords: FieldWords = (field, value) => {
  if (field === 'action') return recallActionText(String(value))
  return field === 'boughtSince' && typeof value === 'string' ? dayText(value) : plainWords(field, value)
}

const OPTIONS = { words: WORDS, filtersOf: () => ({}) }
const LATEST = { sort: 'updated_at', descending: true }

/** Goods bought before that are seldom on the shelves still. */
const SINCE_DAYS = 90

export function RecallList({ above }: { above: ReactNode }) {
  const address = useListAddress(LATEST)
  const records = useKeptRecords(recalls, address.request, OPTIONS)
  const run = useRecallTrial()
  return (
    <RecordScreen
      above={above}
      title="Recalls"
      detail="Told to everybody who bought the goods, and on the public page"
      noun={WORDS.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      schema={RecallFields}
      fields={FIELDS}
      fresh={{
        batches: [],
        useBy: '',
        advice: '',
        action: 'return',
        boughtSince: londonDayOf(new Date(Date.now() - SINCE_DAYS * DAY_MS)),
      }}
      trial={{ label: 'See whom it names', run }}
      about={({ id }) => (
        <Box mb={16}>
          <ButtonLink to={`/maintenance/safety-notices?notice=${id}`}>Who has been reached</ButtonLink>
        </Box>
      )}
      empty="There are no recalls."
      csv={{ name: 'recalls', onFailure: showFailure }}
      kept={{
        records,
        words: valueWords,
        importHint:
          'The columns are those of Export CSV. A row whose reference is there already changes it; others are published.',
      }}
    />
  )
}
