import type { Locks } from '#src/sync/engine/ports.ts'

/**
 * The Web Locks of one device, whose tabs may die (their locks end with them) or freeze (their locks stay until another tab
 * steals them).
 */
export type SimLocks = {
  forTab: (tab: object) => Locks
  /** The browser drops a closed tab's locks. */
  release: (tab: object) => void
}

export const createSimLocks = (): SimLocks => {
  const holders = new Map<string, { tab: object }>()
  const hold = async (name: string, tab: object, act: () => Promise<void>): Promise<void> => {
    const holder = { tab }
    holders.set(name, holder)
    try {
      await act()
    } finally {
      if (holders.get(name) === holder) holders.delete(name)
    }
  }
  return {
    forTab: (tab) => ({
      tryHold: async (name, act) => {
        if (holders.has(name)) return 'busy'
        await hold(name, tab, act)
        return 'held'
      },
      steal: (name, act) => hold(name, tab, act),
    }),
    release: (tab) => {
      for (const [name, holder] of holders) if (holder.tab === tab) holders.delete(name)
    },
  }
}
