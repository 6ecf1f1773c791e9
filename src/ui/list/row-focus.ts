import { createContext, useContext } from 'react'

/** Whether the row around it is the one that Tab enters. Outside a list every row is. */
const RowFocus = createContext(true)

export const RowFocusProvider = RowFocus.Provider

/** tabIndex for the controls of a row: only the active row's take part in Tab, arrows reach the others. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowFocus) ? 0 : -1
}
