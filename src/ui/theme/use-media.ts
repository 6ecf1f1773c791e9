import { useSyncExternalStore } from 'react'
import { DESK_QUERY } from './breakpoints.ts'

/** False without matchMedia. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = watchOf(query)
  return useSyncExternalStore(subscribe, matches, () => false)
}

type Watch = { subscribe: (onChange: () => void) => () => void; matches: () => boolean }

/** Cached per query: new functions would resubscribe at each render. */
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

/** 1280 px and wider at the usual font size. Prefer CSS, unless the markup differs. */
export function useIsDesk(): boolean {
  return useMedia(DESK_QUERY)
}

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}
