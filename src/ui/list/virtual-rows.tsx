import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState } from 'react'
import { RowFocusProvider } from './row-focus.ts'
import styles from './row-list.module.css'
import type { RowListProps } from './row-list.tsx'

export type VirtualRowsProps<Row> = RowListProps<Row> & {
  active: number
  listRef: React.RefObject<HTMLUListElement | null>
  scrollTo: React.RefObject<((index: number) => void) | undefined>
}

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
    overscan: 6,
    scrollMargin,
    // The focused row stays in the document however far away, so typed digits are never lost.
    rangeExtractor: (range: Range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })

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
            aria-setsize={count}
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
