import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { UpdateFlow, UpdateState } from './update-flow.ts'

export const useUpdateState = (updates: UpdateFlow): UpdateState =>
  useSyncExternalStore(updates.subscribe, updates.state, () => 'current')

/** Updates on navigation, when the page changes anyway. Mount once, in the shell, with the router's path. */
export function useUpdateOnNavigation(updates: UpdateFlow, path: string): void {
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    updates.applyQuietly()
  }, [updates, path])
}
