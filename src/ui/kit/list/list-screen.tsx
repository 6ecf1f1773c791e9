import { Group, Pagination, Skeleton, Text } from '@mantine/core'
import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { PageHeader, type PageHeaderProps } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import type { EmptyStateProps } from '#src/ui/status/empty-state.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import '@mantine/core/styles/Pagination.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import type { FoundRows } from './found-rows.ts'
import type { ListColumn } from './list-column.ts'
import type { ListAddress, ListRequest } from './list-request.ts'
import styles from './list-screen.module.css'
import { ListTable } from './list-table.tsx'
import { ListToolbar, type ToolbarProps } from './list-toolbar.tsx'

export type ListScreenProps<Row extends object> = Pick<PageHeaderProps, 'title' | 'detail' | 'actions'> &
  Pick<ToolbarProps<Row>, 'filters' | 'csv'> & {
    address: ListAddress
    found: FoundRows<Row>
    columns: readonly ListColumn<Row>[]
    rowId: (row: Row) => string
    /** Lower case: ['question', 'questions']. */
    noun: readonly [one: string, many: string]
    empty: EmptyStateProps
    onOpen?: ((row: Row) => void) | undefined
    /** Without it rows cannot be selected. */
    bulk?: readonly BulkAction<Row>[] | undefined
    /** Between header and list: a report's period, figures and chart. */
    above?: ReactNode
  }

export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  onRun: (rows: readonly Row[]) => unknown
}

/** A table with search, filters, sorting and pages in the address, and CSV export; rows of two lines on a narrow page. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { address, found, columns, rowId, noun, bulk, csv } = props
  const { request, change } = address
  const page = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useSelection(request)
  const rows = found.data ?? NO_ROWS
  const selected = rows.filter((row) => selection[rowId(row)])
  const allRows =
    csv && 'loadRows' in csv
      ? { count: found.total, load: () => csv.loadRows(request), onFailure: csv.onFailure }
      : undefined
  const isNarrowed = request.text !== '' || Object.keys(request.filters).length > 0
  return (
    <div ref={page}>
      <PageHeader title={props.title} detail={props.detail} actions={props.actions} />
      {props.above}
      <ListToolbar
        address={address}
        columns={columns}
        filters={props.filters}
        csv={csv}
        noun={noun}
        page={page}
      />
      {bulk && selected.length > 0 ? (
        <SelectionBar
          rows={selected}
          noun={noun}
          actions={bulk}
          all={found.total > rows.length && selected.length === rows.length ? allRows : undefined}
          onClear={() => setSelection({})}
        />
      ) : (
        <Text size="xs" c="dimmed" className={styles.count ?? ''} role="status">
          {found.data ? countWords(found.total, noun) : null}
        </Text>
      )}
      <div aria-busy={found.isUpdating} className={styles.rows}>
        <ListState
          count={rows.length}
          loading={found.data === undefined}
          skeleton={<RowSkeleton />}
          failed={
            found.failure === undefined
              ? undefined
              : { words: `The ${noun[1]} could not be loaded. ${found.failure}`, onRetry: found.retry }
          }
          age={found.failure !== undefined && found.at > 0 ? `As of ${timeOf(found.at)}` : undefined}
          empty={
            isNarrowed
              ? {
                  words: `No ${noun[1]} match your search and filters.`,
                  icon: props.empty.icon,
                  action: (
                    <Button onClick={() => change({ text: '', filters: {} })}>
                      Clear search and filters
                    </Button>
                  ),
                }
              : props.empty
          }
        >
          <ListTable
            label={props.title}
            columns={columns}
            rows={rows}
            rowId={rowId}
            order={request}
            onOrder={change}
            onOpen={props.onOpen}
            selection={bulk && { selected: selection, onSelect: setSelection }}
          />
          <ListPager request={request} found={found} onPage={(to) => change({ page: to })} />
        </ListState>
      </div>
    </div>
  )
}

const NO_ROWS: readonly never[] = []

export const countWords = (count: number, [one, many]: readonly [string, string]): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

const timeOf = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A new request clears the selection. */
const useSelection = (request: ListRequest) => {
  const [state, setState] = useState({ request, selected: NONE_SELECTED })
  const selected = state.request === request ? state.selected : NONE_SELECTED
  return [selected, (next: RowSelectionState) => setState({ request, selected: next })] as const
}

const NONE_SELECTED: RowSelectionState = {}

function RowSkeleton() {
  return (
    <Group h="var(--target)" px="var(--page-edge)" style={{ borderBottom: '1px solid var(--line)' }}>
      <Skeleton width="60%" height="0.875rem" />
    </Group>
  )
}

type SelectionBarProps<Row> = {
  rows: readonly Row[]
  noun: readonly [string, string]
  actions: readonly BulkAction<Row>[]
  /** Every row of the list, once those of this page are selected and there are more. */
  all: { count: number; load: () => Promise<readonly Row[]>; onFailure: (error: unknown) => void } | undefined
  onClear: () => void
}

/** In the place of the count, so that selecting moves no row. */
function SelectionBar<Row>({ rows, noun, actions, all, onClear }: SelectionBarProps<Row>) {
  const [takesAll, setTakesAll] = useState(false)
  const chosen = takesAll ? all : undefined
  const run = async ({ onRun }: BulkAction<Row>) => {
    try {
      await onRun(chosen ? await chosen.load() : rows)
      onClear()
    } catch (error) {
      all?.onFailure(error)
    }
  }
  return (
    <fieldset className={styles.selected} aria-label="Selected rows">
      <Text fw={700} role="status">
        {countWords(chosen?.count ?? rows.length, noun)} selected
      </Text>
      {all && !takesAll ? (
        <Button variant="subtle" compact onClick={() => setTakesAll(true)}>
          Select all {all.count.toLocaleString('en-GB')}
        </Button>
      ) : null}
      <Group gap={0} ms="auto" wrap="nowrap">
        {actions.map((action) => (
          <Button key={action.label} variant="subtle" compact icon={action.icon} onClick={() => run(action)}>
            {action.label}
          </Button>
        ))}
        <Button variant="subtle" compact onClick={onClear}>
          Clear<Hidden> selection</Hidden>
        </Button>
      </Group>
    </fieldset>
  )
}

type ListPagerProps = {
  request: Pick<ListRequest, 'page'>
  found: Pick<FoundRows<unknown>, 'total' | 'pageLength'>
  onPage: (page: number) => void
}

function ListPager({ request, found, onPage }: ListPagerProps) {
  const pages = Math.ceil(found.total / found.pageLength)
  if (pages <= 1) return null
  return (
    <Pagination.Root
      component="nav"
      aria-label="Pages"
      className={styles.pager ?? ''}
      classNames={{ control: styles.page ?? '' }}
      total={pages}
      value={request.page}
      siblings={1}
      onChange={onPage}
      getItemProps={(page) => ({
        'aria-label': `Page ${page}`,
        'aria-current': page === request.page ? 'page' : undefined,
      })}
    >
      <Pagination.Previous aria-label="Previous page" />
      <Pagination.Items />
      <Pagination.Next aria-label="Next page" />
    </Pagination.Root>
  )
}
