import type { Clock, Locks } from './ports.ts'

/** The ports of a browser, in a page and in the service worker alike. */

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, act) => {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}

export const browserLocks = (locks: LockManager): Locks => ({
  tryHold: (name, act) =>
    locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return 'busy'
      await act()
      return 'held'
    }),
  steal: async (name, act) => {
    await locks.request(name, { steal: true }, act)
  },
})
