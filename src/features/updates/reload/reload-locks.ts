/** Held by unsaved edits and by sending the outbox; a new build waits for the last one. */
export type ReloadLocks = {
  hold: (reason: string) => () => void
  reasons: () => readonly string[]
  subscribe: (listener: () => void) => () => void
}

export function createReloadLocks(): ReloadLocks {
  const held = new Map<symbol, string>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    hold(reason) {
      const lock = Symbol(reason)
      held.set(lock, reason)
      changed()
      return () => {
        if (held.delete(lock)) changed()
      }
    },
    reasons: () => [...held.values()],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const reloadLocks = createReloadLocks()

export async function whileHoldingReload<Result>(
  reason: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = reloadLocks.hold(reason)
  try {
    return await work()
  } finally {
    release()
  }
}
