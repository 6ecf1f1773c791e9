import { useSyncExternalStore } from 'react'

/* The fatal error (specification section 4). A store without React: a failed start sets it before rendering. */

let current: { error: unknown } | undefined
const watchers = new Set<() => void>()

export function setGlobalError(error: unknown): void {
  // Keep the first: later errors are its consequences.
  if (current) return
  current = { error }
  for (const watcher of watchers) watcher()
}

export function clearGlobalError(): void {
  current = undefined
  for (const watcher of watchers) watcher()
}

export function useGlobalError(): { error: unknown } | undefined {
  return useSyncExternalStore(
    (onChange) => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    () => current,
    () => undefined,
  )
}
