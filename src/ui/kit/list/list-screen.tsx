import { Group, Pagination, Skeleton, Text } from '@mantine/core'
import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { PageHeader, type PageHeaderProps } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import type { EmptyStateProps } from '#src/ui/status/empty-state.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Late } from '#src/ui/surface/late.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'
import '@mantine/core/styles/Pagination.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import type { FoundRows } from './found-rows.ts'
import type { ListColumn } from './list-column.ts'
import type { ListAddress, ListRequest } from './list-request.ts'
import styles from './list-screen.module.css'
import { ListTable } from './list-table.tsx'
import { type ListFilter, ListToolbar, type ToolbarProps } from './list-toolbar.tsx'

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
    renderAction?: ((row: Row, tabIndex: number) => ReactNode) | undefined
    /** Heads the column of actions, for screen readers. */
    actionLabel?: string | undefined
    /** Without it rows cannot be selected. */
    bulk?: readonly BulkAction<Row>[] | undefined
    /** The most rows that a bulk action takes at once. */
    bulkMost?: number | undefined
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
  const { address, found, columns, rowId, noun, bulk, csv, bulkMost = BULK_MOST } = props
  const { request, change } = address
  const page = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useSelection(request)
  const rows = found.data ?? NO_ROWS
  const selected = rows.filter((row) => selection.rows[rowId(row)])
  const all = Math.min(found.total, bulkMost)
  const count = selection.isAll ? all : selected.length
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
          count={
            selection.isAll && all < found.total ? `${figure(all)} of ${figure(found.total)}` : figure(count)
          }
          noun={noun}
          actions={bulk}
          more={
            csv && count < all ? `Select ${all < found.total ? 'first' : 'all'} ${figure(all)}` : undefined
          }
          onMore={() =>
            setSelection({ rows: Object.fromEntries(rows.map((row) => [rowId(row), true])), isAll: true })
          }
          load={async () => {
            if (!selection.isAll || !csv || rows.length >= all) return selected.slice(0, all)
            return (await csv.loadRows(request, all)).slice(0, all)
          }}
          onFailure={csv?.onFailure ?? (() => {})}
          onClear={() => setSelection(NONE_SELECTED)}
        />
      ) : (
        <div className={styles.line}>
          <Text size="xs" c="dimmed" className={styles.count ?? ''} role="status">
            {found.data ? <span>{countWords(found.total, noun)}</span> : null}
            <span className={styles.filters}>{found.data ? activeWords(props.filters, request) : null}</span>
          </Text>
          {found.Views ? (
            <Late waiting={null} failed={null}>
              <found.Views address={address} noun={noun} />
            </Late>
          ) : null}
        </div>
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
            renderAction={props.renderAction}
            actionLabel={props.actionLabel}
            selection={
              bulk && {
                selected: selection.rows,
                onSelect: (picked) => setSelection({ rows: picked, isAll: false }),
              }
            }
          />
          <ListPager request={request} found={found} onPage={(to) => change({ page: to })} />
        </ListState>
      </div>
    </div>
  )
}

const NO_ROWS: readonly never[] = []

/** Some actions are a call for each row. */
const BULK_MOST = 200

/** `· Delivered, Last month`: a phone folds its filters away, and must not seem to have lost what they leave out. */
const activeWords = (filters: readonly ListFilter[] = [], request: Pick<ListRequest, 'filters'>): string => {
  const active = filters.flatMap(
    ({ name, options }) => options.find(({ value }) => value === request.filters[name])?.label ?? [],
  )
  return active.length === 0 ? '' : `· ${active.join(', ')}`
}

const figure = (count: number): string => count.toLocaleString('en-GB')

export const countWords = (count: number, [one, many]: readonly [string, string]): string =>
  `${figure(count)} ${count === 1 ? one : many}`

const timeOf = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A new request clears the selection. */
const useSelection = (request: ListRequest) => {
  const [state, setState] = useState({ request, selection: NONE_SELECTED })
  const selection = state.request === request ? state.selection : NONE_SELECTED
  return [selection, (next: Selection) => setState({ request, selection: next })] as const
}

/** Rows of this page, or all that match the request. */
type Selection = { rows: RowSelectionState; isAll: boolean }

const NONE_SELECTED: Selection = { rows: {}, isAll: false }

function RowSkeleton() {
  return (
    <Group h="var(--target)" px="var(--page-edge)" style={{ borderBottom: '1px solid var(--line)' }}>
      <Skeleton width="60%" height="0.875rem" />
    </Group>
  )
}

type SelectionBarProps<Row> = {
  /** "24", or "200 of 1,234" if more match than one action takes. */
  count: string
  noun: readonly [string, string]
  actions: readonly BulkAction<Row>[]
  /** "Select all 181"; undefined: there is no more to select. */
  more: string | undefined
  onMore: () => void
  load: () => Promise<readonly Row[]>
  onFailure: (error: unknown) => void
  onClear: () => void
}

/** In the place of the count, so that selecting moves no row: on a phone several actions share a menu. */
function SelectionBar<Row>({ count, noun, actions, more, onMore, load, ...bar }: SelectionBarProps<Row>) {
  const [running, setRunning] = useState<string>()
  const run = async ({ label, onRun }: BulkAction<Row>) => {
    if (running !== undefined) return
    setRunning(label)
    try {
      await onRun(await load())
      bar.onClear()
    } catch (error) {
      bar.onFailure(error)
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <fieldset className={styles.selected} aria-label="Selected rows">
      <Text fw={700} role="status">
        {count}
        <Hidden> {count === '1' ? noun[0] : noun[1]}</Hidden> selected
      </Text>
      {more === undefined ? null : (
        <Button variant="subtle" compact onClick={onMore}>
          {more}
        </Button>
      )}
      <Group
        gap={0}
        ms="auto"
        wrap="nowrap"
        className={styles.actions ?? ''}
        mod={{ several: actions.length > 1 }}
      >
        {actions.map((action) => (
          <Button
            key={action.label}
            variant="subtle"
            compact
            icon={action.icon}
            loading={running === action.label}
            onClick={() => run(action)}
          >
            {action.label}
          </Button>
        ))}
      </Group>
      {actions.length > 1 ? (
        <div className={styles.menu}>
          <Menu
            label={`Actions for the selected ${noun[1]}`}
            items={actions.map((action) => ({
              label: action.label,
              icon: action.icon,
              onSelect: () => void run(action),
            }))}
          />
        </div>
      ) : null}
      <Button variant="subtle" compact onClick={bar.onClear}>
        Clear<Hidden> selection</Hidden>
      </Button>
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
