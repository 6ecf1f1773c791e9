import { RELOAD_HOLD_LOCK } from '#domain/worker-messages.ts'
import type { ReloadLocks } from './reload-locks.ts'

/** Absent outside a secure context; each tab then knows only its own edits. */
type Locks = Pick<LockManager, 'request'> | undefined

/**
 * Holds a Web Lock while this page has a reload lock, so that other tabs wait; it ends with the tab. Returns how to
 * stop.
 */
export function shareReloadLocks(
  reloadLocks: ReloadLocks,
  locks: Locks,
  report: (error: unknown) => void,
): () => void {
  let release: (() => void) | undefined
  const follow = () => {
    const holds = reloadLocks.reasons().length > 0
    if (holds && !release) {
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      locks?.request(RELOAD_HOLD_LOCK, { mode: 'shared' }, () => released).catch(report)
    } else if (!holds) {
      release?.()
      release = undefined
    }
  }
  follow()
  const unsubscribe = reloadLocks.subscribe(follow)
  return () => {
    unsubscribe()
    release?.()
  }
}

/** Runs `work` while no tab edits or sends; `ifFree` gives up at once instead of waiting. Returns whether it ran. */
export async function whileNobodyHolds(
  locks: Locks,
  { ifFree, work }: { ifFree: boolean; work: () => Promise<void> },
): Promise<boolean> {
  if (!locks) {
    await work()
    return true
  }
  return locks.request(RELOAD_HOLD_LOCK, { mode: 'exclusive', ifAvailable: ifFree }, async (lock) => {
    if (!lock) return false
    await work()
    return true
  })
}
