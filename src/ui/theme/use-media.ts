import { useSyncExternalStore } from 'react'
import { DESK_QUERY } from './breakpoints.ts'

/** Whether a media query matches now. On a server, and where there is no matchMedia, it answers false. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = watchOf(query)
  return useSyncExternalStore(subscribe, matches, () => false)
}

type Watch = { subscribe: (onChange: () => void) => () => void; matches: () => boolean }

/** The same functions for the same query: others would be subscribed anew, and the media asked again, at each render. */
const watchOf = (query: string): Watch => {
  const known = watches.get(query)
  if (known) return known
  const watch: Watch = {
    subscribe: (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    matches: () => window.matchMedia(query).matches,
  }
  watches.set(query, watch)
  return watch
}

const watches = new Map<string, Watch>()

/** Whether this is a desk: 1280 px and wider, in letters of the usual size. Prefer CSS; for where the markup differs. */
export function useIsDesk(): boolean {
  return useMedia(DESK_QUERY)
}

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}
