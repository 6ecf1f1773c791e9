import { useSyncExternalStore } from 'react'

/* The error view's "Return Home" waits while an action such as placing an order runs (specification section 2). */

let held = 0
const watchers = new Set<() => void>()

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
