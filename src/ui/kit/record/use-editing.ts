import { useState } from 'react'
import type { FieldValues } from './form-values.ts'

/** The record open in the drawer; `row` undefined: a new one. */
export type Editing<Row> = {
  isOpen: boolean
  row: Row | undefined
  draft: FieldValues | undefined
  /** A new key resets the form. */
  key: number
  open: (row: Row | undefined) => void
  /** With the draft from before it was closed. */
  reopen: (draft: FieldValues) => void
  close: () => void
}

export const useEditing = <Row>(): Editing<Row> => {
  const [state, setState] = useState<Pick<Editing<Row>, 'isOpen' | 'row' | 'draft' | 'key'>>({
    isOpen: false,
    row: undefined,
    draft: undefined,
    key: 0,
  })
  return {
    ...state,
    open: (row) => setState(({ key }) => ({ isOpen: true, row, draft: undefined, key: key + 1 })),
    reopen: (draft) => setState(({ row, key }) => ({ isOpen: true, row, draft, key: key + 1 })),
    close: () => setState((before) => ({ ...before, isOpen: false })),
  }
}
