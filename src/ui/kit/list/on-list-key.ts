import type { KeyboardEvent } from 'react'

type Reach = {
  body: HTMLElement | null
  active: number
  onActive: (index: number) => void
}

/** Arrows, Home and End move between rows, X selects; up from the first row returns to the search field. */
export function onListKey(event: KeyboardEvent<HTMLElement>, { body, active, onActive }: Reach): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  if (event.key === 'x') {
    event.preventDefault()
    rows[active]?.querySelector<HTMLElement>('[data-select]')?.click()
    return
  }
  if (event.key === 'ArrowUp' && active === 0) {
    event.preventDefault()
    searchField()?.focus()
    return
  }
  const next = destination(event.key, active, rows.length)
  if (next === undefined) return
  event.preventDefault()
  onActive(next)
  focusRow(rows[next])
}

/** Down from the search field enters the rows. */
export const focusFirstRow = (page: ParentNode | null): void => focusRow(page?.querySelector('[data-row]'))

const focusRow = (row: Element | null | undefined): void => {
  const find = (selector: string) => row?.querySelector<HTMLElement>(selector)
  const target = find('[data-open]') ?? find('[data-select], a[href], button')
  target?.focus()
}

const searchField = (): HTMLElement | null => document.querySelector<HTMLElement>('main [data-search]')

const destination = (key: string, active: number, count: number): number | undefined => {
  const last = count - 1
  if (key === 'ArrowDown') return Math.min(last, active + 1)
  if (key === 'ArrowUp') return Math.max(0, active - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
