import type { Clock, Locks } from './ports.ts'

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, act) => {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}

export const browserLocks = (locks: Pick<LockManager, 'request'>): Locks => ({
  tryHold: (name, act) =>
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (!lock) return 'busy' as const
        await act()
        return 'held' as const
      })
      .catch((error: unknown) => {
        requireStolen(error)
        return 'held'
      }),
  steal: (name, act) => locks.request(name, { steal: true }, act).catch(requireStolen),
})

/** For work in this page's memory, which no other tab can reach. A browser that blocks site data denies its own locks. */
export const pageLocks = (): Locks => {
  const held = new Set<string>()
  const hold = async (name: string, act: () => Promise<void>): Promise<void> => {
    held.add(name)
    await act().finally(() => held.delete(name))
  }
  return {
    tryHold: async (name, act) => {
      if (held.has(name)) return 'busy'
      await hold(name, act)
      return 'held'
    },
    steal: hold,
  }
}

/** Losing a stolen lock is harmless, since the generation stops its holder's writes. */
const requireStolen = (error: unknown): void => {
  // Database errors may share the name, but are no DOMException.
  if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
}
