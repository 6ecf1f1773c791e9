/** A state set by a test, with its watchers notified. */
export const fakeState = <State>(initial: State) => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setState: (next: State) => {
      state = next
      for (const listener of listeners) listener()
    },
  }
}
