/** A state that a test sets and its watchers follow. */
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
