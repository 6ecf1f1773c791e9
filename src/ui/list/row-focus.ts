import { createContext, useContext } from 'react'

/** Whether Tab enters the row around; true outside a list. */
const RowFocus = createContext(true)

export const RowFocusProvider = RowFocus.Provider

/** Only the active row's controls take part in Tab; arrows reach the others. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowFocus) ? 0 : -1
}

export const REMOVED_ROW = 'data-removed-row'

/** Focuses the quantity, else the first control; in a removed row its undo. */
export function focusRow(row: Element | null | undefined): void {
  const target =
    row?.querySelector<HTMLElement>(`[${REMOVED_ROW}] button`) ??
    row?.querySelector<HTMLElement>('[data-row-target="quantity"]:not(:disabled)') ??
    row?.querySelector<HTMLElement>('a[href], button, input')
  target?.focus({ preventScroll: true })
}
