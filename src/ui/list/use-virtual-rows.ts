import { useEffect, useState } from 'react'
import type { VirtualRows } from './virtual-rows.tsx'

let loaded: typeof VirtualRows | undefined

/** Loads the virtualizer. If that fails the whole list is drawn: slow to scroll, but complete. */
export function useVirtualRows(wanted: boolean) {
  const [Rows, setRows] = useState(() => loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted || Rows) return
    import('./virtual-rows.tsx').then(
      (module) => {
        loaded = module.VirtualRows
        setRows(() => loaded)
      },
      () => setFailed(true),
    )
  }, [wanted, Rows])
  return { Rows, failed }
}
