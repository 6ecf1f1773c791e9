/** A value that any code can set and every component can follow. */
export type Store<Value> = {
  get: () => Value
  set: (value: Value) => void
  subscribe: (onChange: () => void) => () => void
}

export function createStore<Value>(value: Value): Store<Value> {
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const watcher of watchers) watcher()
    },
    subscribe: (onChange) => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
  }
}
