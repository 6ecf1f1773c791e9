import { useEffect, useState } from 'react'
import type { VirtualRows } from './virtual-rows.tsx'

type Rows = typeof VirtualRows

let loaded: Rows | undefined

/** Loads the virtualizer. If that fails the whole list is drawn: slow to scroll, but complete. */
export function useVirtualRows(wanted: boolean): { Rows: Rows | undefined; failed: boolean } {
  const [state, setState] = useState<{ Rows: Rows | undefined; failed: boolean }>({
    Rows: loaded,
    failed: false,
  })
  const isMissing = wanted && state.Rows === undefined && !state.failed
  useEffect(() => {
    if (!isMissing) return
    let gone = false
    import('./virtual-rows.tsx').then(
      (module) => {
        loaded = module.VirtualRows
        if (!gone) setState({ Rows: module.VirtualRows, failed: false })
      },
      () => {
        if (!gone) setState({ Rows: undefined, failed: true })
      },
    )
    return () => {
      gone = true
    }
  }, [isMissing])
  return state
}
