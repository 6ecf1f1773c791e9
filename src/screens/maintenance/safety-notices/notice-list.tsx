import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SafetyNoticeRow } from '#contract/safety-notice-report.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { noticeTitle, noticeWords } from '#src/features/safety-notices/notice-words.ts'
import { useSafetyNoticeList } from '#src/features/safety-notices/use-safety-report.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { Badge } from '#src/ui/status/badge.tsx'

const isClosed = ({ closedAt }: SafetyNoticeRow): boolean => closedAt !== null
const toPhone = (row: SafetyNoticeRow): number => (isClosed(row) ? 0 : row.counts.to_phone)

const COLUMNS: ListColumn<SafetyNoticeRow>[] = [
  { id: 'title', label: 'Product', text: noticeTitle },
  { id: 'words', label: 'What', text: noticeWords, narrow: 'plain' },
  {
    id: 'at',
    label: 'Day',
    text: ({ at }) => dayText(londonDayOf(new Date(at)), new Date()),
    csv: ({ at }) => londonDayOf(new Date(at)),
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8.5rem',
  },
  {
    id: 'confirmed',
    label: 'Confirmed',
    text: ({ counts }) => counts.acknowledged + counts.phoned,
    isNumber: true,
    width: '7rem',
  },
  {
    id: 'seen',
    label: 'Read',
    text: ({ counts }) => counts.seen,
    isNumber: true,
    narrow: 'spare',
    width: '6rem',
  },
  {
    id: 'to_phone',
    label: 'To phone',
    text: toPhone,
    cell: (row) =>
      toPhone(row) === 0 ? (
        <Badge label={isClosed(row) ? 'Withdrawn' : 'Nobody'} tone={isClosed(row) ? 'plain' : 'green'} />
      ) : (
        <Badge label={`${toPhone(row)} to phone`} tone="red" />
      ),
    narrow: 'badge',
    width: '9rem',
  },
]

const FILTERS: ListFilter[] = [
  {
    name: 'kind',
    label: 'Kind',
    any: 'Recalls and allergens',
    options: [
      { value: 'recall', label: 'Recalls' },
      { value: 'allergen_change', label: 'Changed allergens' },
    ],
  },
]

const LATEST = { sort: 'at', descending: true }

export function NoticeList({ above }: { above: ReactNode }) {
  const address = useListAddress(LATEST)
  const { rows, loadRows } = useSafetyNoticeList(address.request)
  const navigate = useNavigate()
  return (
    <ListScreen
      title="Safety notices"
      detail="Changed allergens and recalls, and who is still to be told"
      noun={['notice', 'notices']}
      address={address}
      found={rows}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={({ id }) => id}
      onOpen={({ id }) => navigate(`/maintenance/safety-notices?notice=${id}`)}
      above={above}
      csv={{ name: 'safety-notices', loadRows, onFailure: showFailure }}
      empty={{
        words: 'There are no notices. A change of allergens that concerns a customer makes one by itself.',
        icon: null,
      }}
    />
  )
}
