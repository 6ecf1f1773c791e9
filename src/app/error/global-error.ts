import { useSyncExternalStore } from 'react'

/*
 * The one error that the app cannot go on after (specification section 4): while it is set, the error view stands in the
 * place of the whole application. A store without React, so that a failed start can set it before anything has rendered.
 */

let current: { error: unknown } | undefined
const watchers = new Set<() => void>()

export function setGlobalError(error: unknown): void {
  // The first is the cause; what fails after it is its consequence.
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
