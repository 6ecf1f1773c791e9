import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { RowListProps } from './row-list.tsx'

type Parts<Row> = {
  props: Pick<RowListProps<Row>, 'rows' | 'getKey' | 'reveal'>
  listRef: RefObject<HTMLUListElement | null>
  scrollTo: RefObject<((index: number) => void) | undefined>
}

export function useRevealed<Row>({ props: { rows, getKey, reveal }, listRef, scrollTo }: Parts<Row>): void {
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
