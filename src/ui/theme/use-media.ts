import { useSyncExternalStore } from 'react'
import { DESK_QUERY } from './breakpoints.ts'

/** Whether a media query matches now. On a server, and where there is no matchMedia, it answers false. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Whether this is a desk (1280 px and wider). Prefer CSS; use this only where the markup differs. */
export function useIsDesk(): boolean {
  return useMedia(DESK_QUERY)
}

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}
