import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useLayoutEffect, useState } from 'react'
import { RowFocusProvider } from './row-focus.ts'
import styles from './row-list.module.css'
import type { RowListProps } from './row-list.tsx'

export type VirtualRowsProps<Row> = RowListProps<Row> & {
  active: number
  listRef: React.RefObject<HTMLUListElement | null>
  scrollTo: React.RefObject<((index: number) => void) | undefined>
}

/** More than a screen of a phone: a flick shows rows that are there. */
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
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: heightOf,
    // New rows can wait until the scroll has been painted. Rows on screen cannot: they would jump.
    useFlushSync: false,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
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
      <li aria-hidden="true" ref={virtualizer.containerRef} />
      {virtualizer.getVirtualItems().map(({ key, index }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            className={styles.item}
            data-index={index}
            data-row={index}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            <RowFocusProvider value={index === active}>{renderRow(row, index)}</RowFocusProvider>
          </li>
        )
      })}
    </>
  )
}

let heights: Map<Element, number> | undefined

/** One layout for all rows that are drawn together: each is placed before the next is measured. */
function heightOf(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: WindowVirtualizer,
): number {
  if (entry) return measureElement(row, entry, virtualizer)
  if (!heights?.has(row)) {
    const together = row.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-index]') ?? []
    heights = new Map([...together].map((each) => [each, each.offsetHeight]))
    queueMicrotask(() => {
      heights = undefined
    })
  }
  return heights.get(row) ?? 0
}

type WindowVirtualizer = Virtualizer<Window, Element>
