import type { KeyboardEvent } from 'react'

export type RowMoves = {
  active: number
  count: number
  page: number
  /** Rows side by side: 1 in a list. */
  columns: number
  moveTo: (index: number) => void
}

/** Arrows, page keys and Enter in a quantity move; digits start a quantity. Skips prevented keys. */
export function onRowKey(
  event: KeyboardEvent<HTMLElement>,
  { active, count, page, columns, moveTo }: RowMoves,
): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target as HTMLElement
  const inQuantity = target.dataset.rowTarget === 'quantity'
  // Other fields of the row keep their keys.
  if (!inQuantity && target.matches('input, textarea, select')) return

  const next = destination(event.key, { active, count, page, columns, inQuantity })
  if (next !== undefined) {
    event.preventDefault()
    moveTo(Math.max(0, Math.min(count - 1, next)))
  } else if (!inQuantity && /^\d$/.test(event.key)) {
    // Moving the focus on keydown is enough: the digit arrives after it and replaces the selection.
    const row = target.closest('[data-row]')
    row?.querySelector<HTMLInputElement>('[data-row-target="quantity"]')?.focus()
  }
}

type Place = Omit<RowMoves, 'moveTo'> & { inQuantity: boolean }

/** In a field, Home, End and the sideways arrows move the caret. */
function destination(key: string, { active, count, page, columns, inQuantity }: Place): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: active + columns,
    ArrowUp: active - columns,
    PageDown: active + page,
    PageUp: active - page,
    ...(inQuantity ? { Enter: active + 1 } : { Home: 0, End: count - 1 }),
    ...(!inQuantity && columns > 1 && { ArrowRight: active + 1, ArrowLeft: active - 1 }),
  }
  return moves[key]
}

export function columnsOf(list: HTMLElement): number {
  const items = [...list.children] as HTMLElement[]
  const top = items[0]?.offsetTop
  const beside = items.findIndex((item) => item.offsetTop !== top)
  return Math.max(1, beside === -1 ? items.length : beside)
}
