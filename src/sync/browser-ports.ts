import type { Clock, Locks } from './ports.ts'

/** The ports of a browser, in a page and in the service worker alike. */

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

/** Whoever takes the lock away is no trouble of the one who held it, whose writes its generation stops. */
const requireStolen = (error: unknown): void => {
  // What the databases throw may have the same name, and is no DOMException.
  if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
}
