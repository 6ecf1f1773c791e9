import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A text that runs ahead of the address, since browsers throttle address changes: `write` is called when typing pauses.
 * An address changed elsewhere (Back) replaces the typed text. A text of our own that arrives late does not: on a slow
 * phone more has been typed meanwhile.
 */
export const useTypedAhead = (inAddress: string, write: (text: string) => void) => {
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  // Texts of our own that the address has yet to reach.
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  if (seen !== inAddress) {
    const arrived = underWay.indexOf(inAddress.trim())
    setSeen(inAddress)
    setUnderWay(arrived < 0 ? [] : underWay.slice(arrived + 1))
    if (arrived < 0) setTyped(inAddress)
  }
  const writeLatest = useEffectEvent(write)
  const wanted = typed.trim()
  const last = (underWay.at(-1) ?? inAddress).trim()
  useEffect(() => {
    if (wanted === last) return
    // A page being left stays mounted while the next one loads: writing then would navigate back.
    const { pathname } = window.location
    const timer = setTimeout(() => {
      if (window.location.pathname !== pathname) return
      setUnderWay((texts) => [...texts, wanted])
      writeLatest(wanted)
    }, WRITTEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [wanted, last])
  return [typed, setTyped] as const
}

const WRITTEN_AFTER_MS = 300
