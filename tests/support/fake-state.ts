/** A state that a test sets, and that those who watch it are told of. */
export const fakeState = <State>(initial: State) => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become: (next: State) => {
      state = next
      for (const listener of listeners) listener()
    },
  }
}
