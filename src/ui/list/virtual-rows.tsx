import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { memo, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import { RowFocusProvider } from './row-focus.ts'
import styles from './row-list.module.css'
import type { RowListProps } from './row-list.tsx'

export type VirtualRowsProps<Row> = RowListProps<Row> & {
  active: number
  listRef: React.RefObject<HTMLUListElement | null>
  scrollTo: React.RefObject<((index: number) => void) | undefined>
}

/** More than a screen of a phone: a flick shows rows that are there, and the next are drawn after it. */
const AHEAD = 8

/** A separate file: few lists are long, and a compiler must not memoise the virtualizer's functions. */
export function VirtualRows<Row>({
  rows,
  count = rows.length,
  getKey,
  renderRow,
  estimatedHeight = 73,
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
    overscan: AHEAD,
    useFlushSync: false,
    scrollMargin,
    // The focused row stays in the document however far away, so typed digits are never lost.
    rangeExtractor: (range: Range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })
  const inRange = virtualizer.getVirtualItems()
  const current = useMemo(() => ({ items: inRange, rows }), [inRange, rows])
  const drawn = useDeferredValue(current)
  // Drawing rows yields to the next tap or scroll. Other rows, and the one that is to have the focus, cannot wait.
  const canWait = drawn.rows === rows && drawn.items.some(({ index }) => index === active)
  const { items } = canWait ? drawn : current

  useLayoutEffect(() => {
    scrollTo.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' })
    // Just before the paint: doing it now would force an extra layout for each tap.
    const frame = requestAnimationFrame(() => {
      const top = listRef.current?.getBoundingClientRect().top
      if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY))
    })
    return () => {
      cancelAnimationFrame(frame)
      scrollTo.current = undefined
    }
  })

  return (
    <Items
      items={items}
      top={scrollMargin}
      bottom={scrollMargin + virtualizer.getTotalSize()}
      rows={rows}
      count={count}
      active={active}
      measure={virtualizer.measureElement}
      renderRow={renderRow as ItemsProps['renderRow']}
    />
  )
}

type ItemsProps = {
  items: readonly VirtualItem[]
  /** Of the list, px from the top of the page. */
  top: number
  bottom: number
  rows: readonly unknown[]
  count: number
  active: number
  measure: (element: Element | null) => void
  renderRow: (row: unknown, index: number) => React.ReactNode
}

/** In the flow of the page, with room in place of rows that are not drawn: one of another height than expected overlaps none. */
const Items = memo(function Items(props: ItemsProps) {
  const { items, top, bottom, rows, count, active, measure, renderRow } = props
  return (
    <>
      {items.map(({ key, index, start }, at) => {
        const row = rows[index]
        if (row === undefined) return null
        const room = start - (items[at - 1]?.end ?? top)
        return (
          <li
            key={key}
            ref={measure}
            className={styles.item}
            data-index={index}
            data-row={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={room > 0 ? { marginBlockStart: room } : undefined}
          >
            <RowFocusProvider value={index === active}>{renderRow(row, index)}</RowFocusProvider>
          </li>
        )
      })}
      <li aria-hidden="true" style={{ height: Math.max(0, bottom - (items.at(-1)?.end ?? top)) }} />
    </>
  )
})
