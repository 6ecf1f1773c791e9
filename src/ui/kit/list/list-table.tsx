import { Checkbox, Table } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { Hidden } from '#src/ui/status/hidden.tsx'
import type { ListColumn } from './list-column.ts'
import type { ListRequest } from './list-request.ts'
import styles from './list-table.module.css'
import { onListKey } from './on-list-key.ts'

const FEATURES = tableFeatures({ rowSortingFeature, rowSelectionFeature })

export type ListTableProps<Row extends object> = {
  label: string
  /** The first names and opens the row. */
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  order: Pick<ListRequest, 'sort' | 'descending'>
  onOrder: (order: Pick<ListRequest, 'sort' | 'descending'>) => void
  onOpen?: ((row: Row) => void) | undefined
  /** What can be done with a row without opening it. Pass `tabIndex` on: only the active row is in the order of Tab. */
  renderAction?: ((row: Row, tabIndex: number) => ReactNode) | undefined
  actionLabel?: string | undefined
  selection?: { selected: RowSelectionState; onSelect: (selected: RowSelectionState) => void } | undefined
}

/** Sortable table; rows of two lines on a narrow page. Arrow keys move, Enter opens, X selects. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { columns, rows, rowId, order, onOrder, onOpen, renderAction, actionLabel, selection } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof FEATURES, Row> => ({
          id: column.id,
          header: column.label,
          accessorFn: column.text,
          enableSorting: column.sortable ?? false,
          cell: ({ row }) => column.cell?.(row.original) ?? column.text(row.original),
        }),
      ),
    [columns],
  )
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    manualSorting: true,
    state: {
      sorting: [{ id: order.sort, desc: order.descending }],
      rowSelection: selection?.selected ?? NONE,
    },
    onRowSelectionChange: (next) =>
      selection?.onSelect(typeof next === 'function' ? next(selection.selected) : next),
  })
  const byId = new Map(columns.map((column) => [column.id, column]))
  const activeRow = Math.min(active, rows.length - 1)
  const leave = useReturn(body)

  return (
    <Table
      className={styles.table ?? ''}
      role="table"
      aria-label={props.label}
      data-many={columns.length >= MANY_COLUMNS || undefined}
    >
      <Table.Thead role="rowgroup" className={styles.head ?? ''}>
        <Table.Tr role="row">
          {selection ? (
            <Table.Th role="columnheader" className={styles.tick ?? ''} data-screen-only>
              <Checkbox
                className={styles.target ?? ''}
                aria-label="Select all rows of this page"
                checked={table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </Table.Th>
          ) : null}
          {table.getHeaderGroups()[0]?.headers.map(({ id, column }) => (
            <Heading
              key={id}
              column={byId.get(id)}
              direction={column.getIsSorted()}
              onSort={() => onOrder({ sort: id, descending: column.getIsSorted() === 'asc' })}
            />
          ))}
          {renderAction ? (
            <Table.Th role="columnheader" className={styles.action ?? ''} data-screen-only>
              <Hidden>{actionLabel}</Hidden>
            </Table.Th>
          ) : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody
        ref={body}
        role="rowgroup"
        onKeyDown={(event) =>
          onListKey(event, { body: body.current, active: activeRow, onActive: setActive })
        }
        onFocus={({ target }) => {
          const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
          if (Number.isInteger(index)) setActive(index)
        }}
      >
        {table.getRowModel().rows.map((row, index) => (
          <Table.Tr
            key={row.id}
            role="row"
            data-row={index}
            data-id={row.id}
            data-selected={row.getIsSelected() || undefined}
            className={styles.row ?? ''}
          >
            {selection ? (
              <Table.Td role="cell" className={styles.tick ?? ''} data-screen-only>
                <Checkbox
                  className={styles.target ?? ''}
                  aria-label={`Select ${columns[0]?.text(row.original) ?? row.id}`}
                  data-select
                  tabIndex={index === activeRow ? 0 : -1}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </Table.Td>
            ) : null}
            {row.getAllCells().map((cell, place) => {
              const column = byId.get(cell.column.id)
              const shown = <table.FlexRender cell={cell} />
              return (
                <Table.Td
                  key={cell.id}
                  role="cell"
                  data-label={column?.label}
                  data-number={column?.isNumber || undefined}
                  data-narrow={place === 0 ? 'title' : column?.narrow}
                >
                  {place === 0 && onOpen ? (
                    <button
                      type="button"
                      className={styles.open}
                      data-open
                      tabIndex={index === activeRow ? 0 : -1}
                      onClick={() => {
                        leave(row.id)
                        onOpen(row.original)
                      }}
                    >
                      {shown}
                    </button>
                  ) : (
                    shown
                  )}
                </Table.Td>
              )
            })}
            {renderAction ? (
              <Table.Td role="cell" className={styles.action ?? ''} data-narrow="action" data-screen-only>
                {renderAction(row.original, index === activeRow ? 0 : -1)}
              </Table.Td>
            ) : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** From so many columns on, a page narrower than a desk leaves out the spare ones. */
const MANY_COLUMNS = 8

const NONE: RowSelectionState = {}

/** The row that was opened last from each history entry. */
const openedRows = new Map<string, string>()

/** Back returns the focus to the row that was opened, unless something else on the page has it. */
function useReturn(body: RefObject<HTMLElement | null>) {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  // Every page a tab was loaded at has the key 'default'.
  const entry = `${key} ${pathname}`
  useEffect(() => {
    const opened = how === 'POP' ? openedRows.get(entry) : undefined
    openedRows.delete(entry)
    if (opened === undefined || !document.activeElement?.matches('body, main, h1')) return
    const rows = body.current?.querySelectorAll<HTMLElement>('[data-id]') ?? []
    const row = [...rows].find(({ dataset }) => dataset.id === opened)
    // The page returns to its place by itself (src/app/scroll-memory.ts).
    row?.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true })
  }, [entry, how, body])
  return (rowId: string) => openedRows.set(entry, rowId)
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const
const ARROWS: Record<'asc' | 'desc', ReactNode> = {
  asc: <IconArrowUp size={14} aria-hidden="true" />,
  desc: <IconArrowDown size={14} aria-hidden="true" />,
}

type HeadingProps = {
  column: Pick<ListColumn<never>, 'label' | 'sortable' | 'isNumber' | 'narrow' | 'width'> | undefined
  direction: false | 'asc' | 'desc'
  onSort: () => void
}

function Heading({ column, direction, onSort }: HeadingProps) {
  return (
    <Table.Th
      role="columnheader"
      data-number={column?.isNumber || undefined}
      data-narrow={column?.narrow}
      style={column?.width === undefined ? {} : { width: column.width }}
      aria-sort={direction ? DIRECTIONS[direction] : undefined}
    >
      {column?.sortable ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {column.label}
          {direction ? ARROWS[direction] : null}
        </button>
      ) : (
        column?.label
      )}
    </Table.Th>
  )
}
