import { createContext, useContext } from 'react'

/** Whether the row around it is the one that Tab enters. Outside a list every row is. */
const RowFocus = createContext(true)

export const RowFocusProvider = RowFocus.Provider

/** tabIndex for the controls of a row: only the active row's take part in Tab, arrows reach the others. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowFocus) ? 0 : -1
}

/** Marks what replaces a removed row. */
export const REMOVED_ROW = 'data-removed-row'

/** Puts the focus where a row is worked on: its quantity, else its first control; of one that was removed its undo. */
export function focusRow(row: Element | null | undefined): void {
  const target =
    row?.querySelector<HTMLElement>(`[${REMOVED_ROW}] button`) ??
    row?.querySelector<HTMLElement>('[data-row-target="quantity"]:not(:disabled)') ??
    row?.querySelector<HTMLElement>('a[href], button, input')
  target?.focus({ preventScroll: true })
}
