import { useEffect, useState } from 'react'
import type { VirtualRows } from './virtual-rows.tsx'

/** Longer lists are virtual. */
export const VIRTUAL_FROM = 60

let loaded: typeof VirtualRows | undefined

/**
 * Call it before a long list is drawn: rows are replaced when the virtualizer arrives later, perhaps under a finger or while a
 * number is being typed.
 */
export const loadVirtualRows = async (): Promise<void> => {
  loaded ??= (await import('./virtual-rows.tsx')).VirtualRows
}

/** Loads the virtualizer. If that fails the whole list is drawn: slow to scroll, but complete. */
export function useVirtualRows(wanted: boolean) {
  const [Rows, setRows] = useState(() => loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted || Rows) return
    loadVirtualRows().then(
      () => setRows(() => loaded),
      () => setFailed(true),
    )
  }, [wanted, Rows])
  return { Rows, failed }
}
