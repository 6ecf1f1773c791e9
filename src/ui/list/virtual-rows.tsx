import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, useDeferredValue, useLayoutEffect, useState } from 'react'
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
  estimatedHeight = 92,
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
  // Drawing rows yields to the next tap or scroll; only the row that is to have the focus cannot wait.
  const known = useDeferredValue(inRange)
  const items = known.some(({ index }) => index === active) ? known : inRange

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
    <>
      <li
        aria-hidden="true"
        style={{ height: virtualizer.getTotalSize() }}
      />
      <Items
        items={items}
        scrollMargin={scrollMargin}
        rows={rows}
        count={count}
        active={active}
        measure={virtualizer.measureElement}
        renderRow={renderRow as ItemsProps['renderRow']}
      />
    </>
  )
}

type ItemsProps = {
  items: readonly VirtualItem[]
  scrollMargin: number
  rows: readonly unknown[]
  count: number
  active: number
  measure: (element: Element | null) => void
  renderRow: (row: unknown, index: number) => React.ReactNode
}

const Items = memo(function Items({ items, scrollMargin, rows, count, active, measure, renderRow }: ItemsProps) {
  return items.map(({ key, index, start }) => {
    const row = rows[index]
    if (row === undefined) return null
    return (
      <li
        key={key}
        ref={measure}
        className={styles.item}
        data-index={index}
        data-row={index}
        aria-setsize={count}
        aria-posinset={index + 1}
        style={{ transform: `translateY(${start - scrollMargin}px)` }}
      >
        <RowFocusProvider value={index === active}>{renderRow(row, index)}</RowFocusProvider>
      </li>
    )
  })
})
