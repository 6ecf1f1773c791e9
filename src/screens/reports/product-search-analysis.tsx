import type { ProductSearchAnalysis, SearchedTerm } from '#contract/product-search-analysis.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { isStaffType } from '#domain/user.ts'
import { useUser } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { SynonymDrawer } from '#src/features/product-search-analysis/synonym-drawer.tsx'
import { useProductSearchAnalysis } from '#src/features/product-search-analysis/use-product-search-analysis.ts'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { useChosenList } from '#src/ui/kit/record/list-choice.tsx'
import { useEditing } from '#src/ui/kit/record/use-editing.ts'
import type { ChartProps } from '#src/ui/kit/report/chart-props.ts'
import { daysBack, periodOf } from '#src/ui/kit/report/period.ts'
import { ReportScreen } from '#src/ui/kit/report/report-screen.tsx'
import { AdvertList, SEARCH_LIST_CHOICE, SEARCH_LISTS, Synonyms } from './search-maintenance.tsx'

const COLUMNS: ListColumn<SearchedTerm>[] = [
  { id: 'term', label: 'Searched for', text: ({ term }) => term, sortable: true },
  number('searches', 'Searches'),
  number('customers', 'Customers'),
  number('noResult', 'No results'),
  number('added', 'Added to trolly'),
  {
    id: 'topProduct',
    label: 'Most often added',
    text: ({ topProduct }) => topProduct?.name ?? '',
  },
  {
    id: 'lastSearchedAt',
    label: 'Last searched',
    text: ({ lastSearchedAt }) => lastSearchedAt,
    cell: ({ lastSearchedAt }) => dayText(londonDayOf(new Date(lastSearchedAt))),
    sortable: true,
    width: '9.5rem',
  },
]

/** A spreadsheet joins other lists by the product number. */
const CSV_COLUMNS: typeof COLUMNS = [
  ...COLUMNS,
  { id: 'topProductNo', label: 'Its product code', text: ({ topProduct }) => topProduct?.product_no ?? '' },
  {
    id: 'topProductSearches',
    label: 'Searches that led to it',
    text: ({ topProduct }) => topProduct?.searches ?? 0,
  },
]

const FILTERS: ListFilter[] = [
  {
    name: 'result',
    label: 'Result',
    any: 'Any result',
    options: [
      { value: 'sometimes_none', label: 'Sometimes no results' },
      { value: 'always_none', label: 'Never any results' },
    ],
  },
]

const MOST_SEARCHED = { sort: 'searches', descending: true }
const PERIOD_DAYS = 28

/** Staff get two more lists on this page: synonyms and adverts. */
export function Screen() {
  const isStaff = isStaffType(useUser().account_type)
  const list = useChosenList(SEARCH_LISTS)
  if (isStaff && list === 'synonyms') return <Synonyms />
  if (isStaff && list === 'adverts') return <AdvertList />
  return <Searches mayChange={isStaff} />
}

function Searches({ mayChange }: { mayChange: boolean }) {
  const address = useListAddress(MOST_SEARCHED)
  const { request, change } = address
  const today = londonDayOf(new Date())
  const period = periodOf(request.filters, daysBack(today, PERIOD_DAYS))
  const { rows, analysis, loadRows } = useProductSearchAnalysis(request, period)
  const editing = useEditing<SearchedTerm>()
  return (
    <>
      <ReportScreen
        title="Product searches"
        detail={mayChange ? 'Open a term to add synonyms' : 'Searches by your own accounts'}
        lists={mayChange ? SEARCH_LIST_CHOICE : undefined}
        noun={['term', 'terms']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ term }) => term}
        onOpen={mayChange ? editing.open : undefined}
        csv={{
          name: `product-searches-${period.from}-${period.to}`,
          columns: CSV_COLUMNS,
          loadRows,
          onFailure: showFailure,
        }}
        empty={{ words: 'No searches in this period. Choose a longer one.', icon: null }}
        today={today}
        period={period}
        onPeriod={({ from, to }) => change({ filters: { ...request.filters, from, to } })}
        figures={analysis && figuresOf(analysis)}
        chart={analysis && chartOf(analysis)}
      />
      {editing.isOpen && editing.row ? <SynonymDrawer editing={editing} term={editing.row.term} /> : null}
    </>
  )
}

function number(
  id: 'searches' | 'customers' | 'noResult' | 'added',
  label: string,
): ListColumn<SearchedTerm> {
  const text = (row: SearchedTerm) => row[id]
  return {
    id,
    label,
    text,
    cell: (row) => text(row).toLocaleString('en-GB'),
    sortable: true,
    isNumber: true,
    width: '8.5rem',
  }
}

const figuresOf = ({ totals }: ProductSearchAnalysis) => [
  { label: 'Searches', value: totals.searches.toLocaleString('en-GB') },
  { label: 'No results', ...shareOf(totals.noResult, totals.searches) },
  { label: 'Added to trolly', ...shareOf(totals.added, totals.searches) },
]

const shareOf = (part: number, whole: number) => ({
  value: whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`,
  detail: part.toLocaleString('en-GB'),
})

const chartOf = ({ days }: ProductSearchAnalysis): ChartProps => ({
  label: 'Searches per day',
  rows: days.map(({ day, searches, noResult }) => ({ day, found: searches - noResult, noResult })),
  along: { name: 'day', label: 'Day', words: (day) => dayText(day) },
  series: [
    { name: 'found', label: 'With results', colour: '--blue' },
    { name: 'noResult', label: 'No results', colour: '--amber-solid' },
  ],
})
