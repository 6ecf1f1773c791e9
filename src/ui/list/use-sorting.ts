import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { announce } from '#src/ui/status/announcer.tsx'

export type SortableItem = { id: string; label: string }

/** The neighbours after the move; null at an end. A rejection puts the item back: report the failure yourself. */
export type OnMove = (id: string, beforeId: string | null, afterId: string | null) => unknown

/** `lifted` by a key or a press and moved by keys. `of`: the order it was made from, by which it is known to be outdated. */
type Sorted = { ids: readonly string[]; of: string; lifted: string | undefined }

/**
 * The order on screen: the owner's, or a newer one until the owner has caught up. Keys move an item through this order, not
 * through places on the page, so that they reach rows which a virtual list has not drawn.
 */
export const useSorting = <Item extends SortableItem>({
  items,
  onMove,
}: {
  items: readonly Item[]
  onMove: OnMove
}) => {
  const list = useRef<HTMLDivElement>(null)
  const [sorted, setSorted] = useState<Sorted>()
  const key = useMemo(() => items.map(({ id }) => id).join('\n'), [items])
  const current = sorted && (sorted.lifted !== undefined || sorted.of === key) ? sorted : undefined
  const rows = useMemo(() => (current ? inOrder(items, current.ids) : items), [items, current])
  const lifted = current?.lifted
  const latest = useRef({ rows, lifted, key, onMove, items })
  useLayoutEffect(() => {
    latest.current = { rows, lifted, key, onMove, items }
  })

  // The same order may come back later, when this one is long outdated.
  useEffect(() => {
    setSorted((known) => (known && known.lifted === undefined && known.of !== key ? undefined : known))
  }, [key])

  // Moving a row in the document takes the focus from it, and may take it out of sight.
  const followed = useRef<string>(undefined)
  useLayoutEffect(() => {
    const id = followed.current
    if (id === undefined || rows.length === 0) return
    if (lifted === undefined) followed.current = undefined
    const handles = list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? []
    const handle = [...handles].find((each) => each.dataset.handle === id)
    handle?.focus({ preventScroll: true })
    handle?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
  }, [lifted, rows])

  const settle = useCallback((id: string, ids: readonly string[]) => {
    const { key: of, onMove: tell, items: before } = latest.current
    const at = ids.indexOf(id)
    if (before[at]?.id === id) return setSorted(undefined)
    setSorted({ ids, of, lifted: undefined })
    const moving = tell(id, ids[at - 1] ?? null, ids[at + 1] ?? null)
    Promise.resolve(moving).catch(() => setSorted(undefined))
  }, [])

  const drop = useCallback(() => {
    const { rows: shown, lifted: id } = latest.current
    if (id === undefined) return
    announce(`${labelOf(shown, id)} dropped at ${placeOf(shown, id)}.`)
    settle(
      id,
      shown.map((row) => row.id),
    )
  }, [settle])

  const cancel = useCallback(() => {
    const { items: before, lifted: id } = latest.current
    if (id === undefined) return
    announce(`Cancelled. ${labelOf(before, id)} is back, ${placeOf(before, id)}.`)
    setSorted(undefined)
  }, [])

  const toggle = useCallback(
    (id: string) => {
      const { rows: shown, lifted: before, key: of } = latest.current
      if (before === id) return drop()
      drop()
      followed.current = id
      setSorted({ ids: shown.map((row) => row.id), of, lifted: id })
      announce(`${labelOf(shown, id)} picked up, ${placeOf(shown, id)}.`)
    },
    [drop],
  )

  const step = useCallback((key: string) => {
    const { rows: shown, lifted: id, key: of } = latest.current
    const from = shown.findIndex((row) => row.id === id)
    const to = STEPS[key]?.(from, shown.length - 1)
    if (id === undefined || to === undefined) return false
    const ids = moved(shown, id, Math.max(0, Math.min(shown.length - 1, to)))
    setSorted({ ids, of, lifted: id })
    announce(`Position ${ids.indexOf(id) + 1} of ${ids.length}`)
    return true
  }, [])

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (latest.current.lifted === undefined) return
      if (event.key === 'Escape') {
        // Nothing around it closes.
        event.preventDefault()
        event.stopPropagation()
        cancel()
      } else if (step(event.key)) event.preventDefault()
    },
    [cancel, step],
  )

  /** Leaving the row's handle and steps puts it down, unless the move itself took the focus for a moment. */
  const onBlur = useCallback(() => {
    requestAnimationFrame(() => {
      const { activeElement } = document
      const isOfRow =
        activeElement?.closest(`[${STEPS_OF_ROW}]`) ||
        (activeElement instanceof HTMLElement && activeElement.dataset.handle === latest.current.lifted)
      if (!isOfRow) drop()
    })
  }, [drop])

  /** Dropped by a finger or the mouse in the place of another. */
  const place = useCallback(
    (id: string, overId: string) => {
      const { rows: shown } = latest.current
      const ids = moved(
        shown,
        id,
        shown.findIndex((row) => row.id === overId),
      )
      announce(`${labelOf(shown, id)} moved, position ${ids.indexOf(id) + 1} of ${ids.length}.`)
      settle(id, ids)
    },
    [settle],
  )

  const onHandle = useMemo(() => ({ toggle, step, onKeyDown, onBlur }), [toggle, step, onKeyDown, onBlur])
  return { list, rows, lifted, onHandle, place }
}

/** Marks the buttons that move a picked-up row without a drag. */
export const STEPS_OF_ROW = 'data-steps-of-row'

const STEPS: Record<string, (from: number, last: number) => number> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  PageUp: (from) => from - 8,
  PageDown: (from) => from + 8,
  Home: () => 0,
  End: (_, last) => last,
}

const moved = (rows: readonly SortableItem[], id: string, to: number): string[] => {
  const ids = rows.flatMap((row) => (row.id === id ? [] : [row.id]))
  ids.splice(to, 0, id)
  return ids
}

/** Items that came meanwhile are last; those that went are left out. */
const inOrder = <Item extends SortableItem>(
  items: readonly Item[],
  ids: readonly string[],
): readonly Item[] => {
  const byId = new Map(items.map((item) => [item.id, item]))
  const known = ids.flatMap((id) => byId.get(id) ?? [])
  const placed = new Set(ids)
  return [...known, ...items.filter(({ id }) => !placed.has(id))]
}

const labelOf = (rows: readonly SortableItem[], id: string): string =>
  rows.find((row) => row.id === id)?.label ?? ''

const placeOf = (rows: readonly SortableItem[], id: string): string =>
  `position ${rows.findIndex((row) => row.id === id) + 1} of ${rows.length}`
