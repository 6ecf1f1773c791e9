import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { RowFocusProvider } from './row-focus.ts'
import styles from './row-list.module.css'
import { usePrinting } from './use-printing.ts'
import { columnsOf, focusRow, onRowKey } from './use-row-keys.ts'

export type RowListProps<Row> = {
  /** The list's name for screen readers: "Search results". */
  label: string
  rows: readonly Row[]
  getKey: (row: Row) => string
  renderRow: (row: Row, index: number) => ReactNode
  /** Expected height of a row in px, before it is measured. */
  estimatedHeight?: number | undefined
  /** Tiles beside one another instead of rows. For lists of a page's length: they are all in the document. */
  tiles?: boolean | undefined
  /** All rows up to this count are in the document (find in page works); more are virtual. */
  virtualFrom?: number | undefined
}

/**
 * A list of rows (usually ProductRow) that one can work through by keyboard: Tab enters the active row, arrows move, digits
 * type the quantity, Enter goes to the next. Scrolls with the page. Loading, empty, failed and old are ListState's.
 */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, getKey, tiles = false, virtualFrom = 60 } = props
  const [active, setActive] = useState<ActiveRow>({ index: 0, key: undefined })
  const listRef = useRef<HTMLUListElement>(null)
  const hintId = useId()
  const printing = usePrinting()
  const shownActive = indexOfActive(active, rows, getKey)
  const isVirtual = rows.length > virtualFrom && !printing && !tiles
  // What a screen holds comes first; the rest follows, and lets a tap go before it.
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole || printing ? rows : rows.slice(0, FIRST_ROWS)
  const pendingFocus = useRef<number>(undefined)
  const scrollTo = useRef<(index: number) => void>(undefined)

  const activate = (index: number) => {
    const row = rows[index]
    setActive({ index, key: row === undefined ? undefined : getKey(row) })
  }

  const moveTo = (index: number) => {
    pendingFocus.current = index
    activate(index)
    scrollTo.current?.(index)
    const list = listRef.current
    if (list) settleFocus(list, pendingFocus)
  }

  // A row far away is in the document only after the list has scrolled to it, so focus waits for the row.
  useLayoutEffect(() => {
    if (listRef.current) settleFocus(listRef.current, pendingFocus)
  })

  return (
    <>
      <ul
        ref={listRef}
        className={`${styles.list}${isVirtual ? ` ${styles.virtual}` : ''}`}
        aria-label={label}
        aria-describedby={hintId}
        data-tiles={tiles || undefined}
        onKeyDown={(event) => {
          const columns = tiles ? columnsOf(event.currentTarget) : 1
          onRowKey(event, { active: shownActive, count: rows.length, page: 8 * columns, columns, moveTo })
        }}
        onFocus={(event) => {
          const index = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
          if (index !== undefined) activate(Number(index))
        }}
      >
        {isVirtual ? (
          <VirtualRows {...props} active={shownActive} listRef={listRef} scrollTo={scrollTo} />
        ) : (
          drawn.map((row, index) => (
            <li key={props.getKey(row)} className={styles.item} data-row={index}>
              <RowFocusProvider value={index === shownActive}>{props.renderRow(row, index)}</RowFocusProvider>
            </li>
          ))
        )}
      </ul>
      <Hidden id={hintId}>
        Arrow keys move between rows, digits set the quantity, Enter goes to the next row.
      </Hidden>
    </>
  )
}

/** A phone's screen holds six. */
const FIRST_ROWS = 8

/** The row that Tab enters: by its key, since rows come and go above it; by its place once it is gone itself. */
type ActiveRow = { index: number; key: string | undefined }

function indexOfActive<Row>(active: ActiveRow, rows: readonly Row[], getKey: (row: Row) => string): number {
  const row = rows[active.index]
  if (active.key === undefined || (row !== undefined && getKey(row) === active.key))
    return clamp(active.index)
  const moved = rows.findIndex((each) => getKey(each) === active.key)
  return clamp(moved === -1 ? active.index : moved)

  function clamp(index: number): number {
    return Math.min(index, Math.max(0, rows.length - 1))
  }
}

type VirtualRowsProps<Row> = RowListProps<Row> & {
  active: number
  listRef: React.RefObject<HTMLUListElement | null>
  scrollTo: React.RefObject<((index: number) => void) | undefined>
}

/** Apart from the list itself, since the virtualizer's functions must not be memoised by a compiler. */
function VirtualRows<Row>({
  rows,
  getKey,
  renderRow,
  estimatedHeight = 123,
  active,
  listRef,
  scrollTo,
}: VirtualRowsProps<Row>) {
  'use no memo'
  const [scrollMargin, setScrollMargin] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : getKey(row)
    },
    overscan: 6,
    scrollMargin,
    // The row with the focus stays in the document however far it is scrolled away: typed digits are never lost.
    rangeExtractor: (range: Range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })

  useLayoutEffect(() => {
    scrollTo.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' })
    const top = listRef.current?.getBoundingClientRect().top
    if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY))
    return () => {
      scrollTo.current = undefined
    }
  })

  return (
    <>
      <li aria-hidden="true" style={{ height: virtualizer.getTotalSize() }} />
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (row === undefined) return null
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            className={styles.item}
            data-index={item.index}
            data-row={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
          >
            <RowFocusProvider value={item.index === active}>{renderRow(row, item.index)}</RowFocusProvider>
          </li>
        )
      })}
    </>
  )
}

function settleFocus(list: HTMLUListElement, pending: React.RefObject<number | undefined>): void {
  if (pending.current === undefined) return
  const row = list.querySelector(`[data-row="${pending.current}"]`)
  if (!row) return
  pending.current = undefined
  row.scrollIntoView({ block: 'nearest' })
  focusRow(row)
}
