import { useCallback, useSyncExternalStore } from 'react'

/** 1280 px at the usual font size (specification section 9); larger text gets the smaller layout. */
export const DESK_QUERY = '(min-width: 80em)'

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Prefer CSS, unless the markup differs. */
export const useIsDesk = (): boolean => useMedia(DESK_QUERY)

export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
