import { useEffect, useState } from 'react'
import type { KeptRecords } from './kept-records.ts'

/** As the server forgets a viewer after twice as long. */
const EVERY_MS = 20_000

/** Who else has the record open. @param id undefined: none is open */
export const useViewers = (
  viewers: KeptRecords<unknown>['viewers'] | undefined,
  id: string | undefined,
): readonly string[] => {
  const [others, setOthers] = useState<readonly string[]>([])
  useEffect(() => {
    if (viewers === undefined || id === undefined) return undefined
    let isOpen = true
    const ask = () => {
      // Without an answer nobody is shown, which keeps nobody from editing.
      viewers(id).then(
        (found) => isOpen && setOthers(found.map(({ name }) => name)),
        () => isOpen && setOthers([]),
      )
    }
    ask()
    const timer = setInterval(ask, EVERY_MS)
    return () => {
      isOpen = false
      clearInterval(timer)
      setOthers([])
      viewers(id, true).catch(() => undefined)
    }
  }, [viewers, id])
  return others
}
