import { useWindowEvent } from '@mantine/hooks'
import {
  type RefObject,
  startTransition,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { focusRow, RowFocusProvider } from './row-focus.ts'
import styles from './row-list.module.css'
import { columnsOf, onRowKey } from './use-row-keys.ts'
import { useVirtualRows, VIRTUAL_FROM } from './use-virtual-rows.ts'

export type RowListProps<Row> = {
  label: string
  rows: readonly Row[]
  /** The length of the whole list, where `rows` is its beginning and the rest is being read. */
  count?: number | undefined
  getKey: (row: Row) => string
  renderRow: (row: Row, index: number) => React.ReactNode
  headings?: React.ReactNode
  /** Its rows have a column of totals. */
  hasTotal?: boolean | undefined
  /** Scrolls to the row once it arrives and marks it briefly; the focus stays. Pass a new object to repeat it. */
  reveal?: { key: string } | undefined
  /** Expected row height in px before measuring. */
  estimatedHeight?: number | undefined
  /** For lists of a page's length: all tiles are in the document. */
  tiles?: boolean | undefined
  /** Longer lists are virtual; up to this count find in page works. */
  virtualFrom?: number | undefined
}

/** Tab enters the active row, arrows move, digits type the quantity, Enter goes to the next row. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, count = rows.length, getKey, tiles = false, virtualFrom = VIRTUAL_FROM } = props
  const [active, setActive] = useState<ActiveRow>({ index: 0, key: undefined })
  const listRef = useRef<HTMLUListElement>(null)
  const hintId = useId()
  const printing = usePrinting()
  const shownActive = indexOfActive(active, rows, getKey)
  const isLong = count > virtualFrom && !printing && !tiles
  const virtual = useVirtualRows(isLong)
  const VirtualRows = isLong ? virtual.Rows : undefined
  // Render the first screen first; a tap interrupts the rest.
  const isWhole = useDeferredValue(true, false)
  const most = isLong && !virtual.failed ? virtualFrom : rows.length
  const drawn = isWhole || printing ? rows.slice(0, most) : rows.slice(0, FIRST_ROWS)
  const pendingFocus = useRef<number>(undefined)
  const scrollTo = useRef<(index: number) => void>(undefined)

  const activate = (index: number) => {
    const row = rows[index]
    const key = row === undefined ? undefined : getKey(row)
    setActive((known) => (known.index === index && known.key === key ? known : { index, key }))
  }

  const moveTo = (index: number) => {
    pendingFocus.current = index
    activate(index)
    scrollTo.current?.(index)
    const list = listRef.current
    if (list) settleFocus(list, pendingFocus)
  }

  // A distant row exists only after the list has scrolled to it, so its focus waits.
  useLayoutEffect(() => {
    if (listRef.current) settleFocus(listRef.current, pendingFocus)
  })

  useRevealedRow({ props, listRef, scrollTo })

  return (
    <div className={styles.frame} data-tiles={tiles || undefined} data-total={props.hasTotal || undefined}>
      {tiles ? null : props.headings}
      <ul
        ref={listRef}
        className={styles.list}
        aria-label={label}
        aria-describedby={hintId}
        data-tiles={tiles || undefined}
        onKeyDown={(event) => {
          const columns = tiles ? columnsOf(event.currentTarget) : 1
          onRowKey(event, { active: shownActive, count: rows.length, page: 8 * columns, columns, moveTo })
        }}
        onFocus={(event) => {
          const index = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
          // Has no visible effect until the next Tab, so the press goes first.
          if (index !== undefined) startTransition(() => activate(Number(index)))
        }}
      >
        {VirtualRows ? (
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
    </div>
  )
}

/** A phone's screen holds six. */
const FIRST_ROWS = 8

/** Found by key, since rows shift; by index once the row itself is gone. */
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

function settleFocus(list: HTMLUListElement, pending: RefObject<number | undefined>): void {
  if (pending.current === undefined) return
  const row = list.querySelector(`[data-row="${pending.current}"]`)
  if (!row) return
  pending.current = undefined
  row.scrollIntoView({ block: 'nearest' })
  focusRow(row)
}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  // The browser captures the page right after the event, so render synchronously.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)))
  useWindowEvent('afterprint', () => flushSync(() => setPrinting(false)))
  return printing
}

type RevealParts<Row> = {
  props: Pick<RowListProps<Row>, 'rows' | 'getKey' | 'reveal'>
  listRef: RefObject<HTMLUListElement | null>
  scrollTo: RefObject<((index: number) => void) | undefined>
}

function useRevealedRow<Row>({ props: { rows, getKey, reveal }, listRef, scrollTo }: RevealParts<Row>): void {
  const done = useRef<typeof reveal>(undefined)
  // After every render: a distant row exists only after the list has scrolled to it.
  useLayoutEffect(() => {
    if (!reveal || done.current === reveal) return
    const index = rows.findIndex((row) => getKey(row) === reveal.key)
    if (index === -1) return
    const row = listRef.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    if (!row) return scrollTo.current?.(index)
    done.current = reveal
    row.scrollIntoView({ block: 'nearest' })
    row.dataset.revealed = ''
    setTimeout(() => delete row.dataset.revealed, MARKED_MS)
  })
}

const MARKED_MS = 2_000
