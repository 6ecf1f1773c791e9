import { Skeleton, Text } from '@mantine/core'
import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { PageHeader, type PageHeaderProps } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import type { EmptyStateProps } from '#src/ui/status/empty-state.tsx'
import '@mantine/core/styles/Skeleton.layer.css'
import type { FoundRows } from './found-rows.ts'
import type { ListColumn } from './list-column.ts'
import { ListPager } from './list-pager.tsx'
import type { ListAddress, ListRequest } from './list-request.ts'
import styles from './list-screen.module.css'
import { ListTable } from './list-table.tsx'
import { ListToolbar, type ToolbarProps } from './list-toolbar.tsx'
import { type BulkAction, SelectionBar } from './selection-bar.tsx'

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

/** A table with search, filters, sorting and pages in the address, and CSV export; cards on a phone. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { address, found, columns, rowId, noun, bulk } = props
  const { request, change } = address
  const page = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useSelection(request)
  const rows = found.data ?? NO_ROWS
  const selected = rows.filter((row) => selection[rowId(row)])
  const isNarrowed = request.text !== '' || Object.keys(request.filters).length > 0
  return (
    <div ref={page} className={styles.screen}>
      <PageHeader title={props.title} detail={props.detail} actions={props.actions} />
      {props.above}
      <ListToolbar
        address={address}
        columns={columns}
        filters={props.filters}
        csv={props.csv}
        noun={noun}
        page={page}
      />
      <Text size="xs" c="dimmed" mih="var(--leading-s)" px="var(--page-edge)" pb={8} role="status">
        {found.data ? countWords(found.total, noun) : null}
      </Text>
      {bulk && selected.length > 0 ? (
        <SelectionBar rows={selected} noun={noun} actions={bulk} onClear={() => setSelection({})} />
      ) : null}
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
          empty={isNarrowed ? { words: `No ${noun[1]} match your search and filters.` } : props.empty}
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
    <div className={styles.skeleton}>
      <Skeleton width="60%" height="0.875rem" />
    </div>
  )
}
