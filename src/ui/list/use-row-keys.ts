import type { KeyboardEvent } from 'react'

export type RowMoves = {
  /** The row that holds the focus. */
  active: number
  count: number
  /** Rows that a page key passes. */
  page: number
  /** Rows side by side: 1 in a list. */
  columns: number
  /** Makes the row active, brings it into sight and puts the focus into it. */
  moveTo: (index: number) => void
}

/**
 * Keys of a list: arrows and page keys move, Enter in a quantity goes to the next row, digits begin a quantity from
 * anywhere in the row. Keys that a control has dealt with (preventDefault) are its own.
 */
export function onRowKey(
  event: KeyboardEvent<HTMLElement>,
  { active, count, page, columns, moveTo }: RowMoves,
): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target as HTMLElement
  const inQuantity = target.dataset.rowTarget === 'quantity'
  // Another field of the row (a note, say) keeps its keys.
  if (!inQuantity && target.matches('input, textarea, select')) return

  const next = destination(event.key, { active, count, page, columns, inQuantity })
  if (next !== undefined) {
    event.preventDefault()
    moveTo(Math.max(0, Math.min(count - 1, next)))
  } else if (!inQuantity && /^\d$/.test(event.key)) {
    // The digit lands in the box by itself: focus moves on keydown, the text arrives after it and replaces what is selected.
    const row = target.closest('[data-row]')
    row?.querySelector<HTMLInputElement>('[data-row-target="quantity"]')?.focus()
  }
}

type Place = Omit<RowMoves, 'moveTo'> & { inQuantity: boolean }

function destination(key: string, { active, count, page, columns, inQuantity }: Place): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + columns
    case 'ArrowUp':
      return active - columns
    case 'PageDown':
      return active + page
    case 'PageUp':
      return active - page
    case 'Enter':
      return inQuantity ? active + 1 : undefined
    // In a field these belong to its text.
    case 'ArrowRight':
      return inQuantity || columns === 1 ? undefined : active + 1
    case 'ArrowLeft':
      return inQuantity || columns === 1 ? undefined : active - 1
    case 'Home':
      return inQuantity ? undefined : 0
    case 'End':
      return inQuantity ? undefined : count - 1
    default:
      return undefined
  }
}

/** How many of a list's items are on the line of its first one. */
export function columnsOf(list: HTMLElement): number {
  const items = [...list.children] as HTMLElement[]
  const top = items[0]?.offsetTop
  const beside = items.findIndex((item) => item.offsetTop !== top)
  return Math.max(1, beside === -1 ? items.length : beside)
}
