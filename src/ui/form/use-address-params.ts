import { useCallback, useState } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router-dom'

/**
 * The parameters of the page's address, as last asked for: the router shows a new address in a transition, which a busy phone
 * finishes late. The page follows a choice at once, and a second choice made meanwhile builds on the first.
 */
export const useAddressParams = () => {
  const [shown, setParams] = useSearchParams()
  const [seen, setSeen] = useState(shown)
  const [wanted, setWanted] = useState(shown)
  if (seen !== shown) {
    setSeen(shown)
    if (String(wanted) !== String(shown)) setWanted(shown)
  }
  const change = useCallback(
    (next: URLSearchParams, options: NavigateOptions) => {
      setWanted(next)
      setParams(next, options)
    },
    [setParams],
  )
  return [wanted, change] as const
}
