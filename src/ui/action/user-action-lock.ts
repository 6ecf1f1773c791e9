import { useSyncExternalStore } from 'react'

/*
 * While a person's action is under way that must not be walked away from (a form being sent, an order being placed),
 * whatever leads elsewhere waits: the error view's "Return Home" is disabled and shows loading (specification section 2).
 */

let held = 0
const watchers = new Set<() => void>()

/** Holds the lock until the function returned is called. Locks add up. */
export function lockUserAction(): () => void {
  held += 1
  tell()
  let released = false
  return () => {
    if (released) return
    released = true
    held -= 1
    tell()
  }
}

export function useUserActionLocked(): boolean {
  return useSyncExternalStore(subscribe, isLocked, () => false)
}

function isLocked(): boolean {
  return held > 0
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

function tell(): void {
  for (const watcher of watchers) watcher()
}
