import { RELOAD_HOLD_LOCK } from '#domain/worker-messages.ts'
import type { ReloadLocks } from './reload-locks.ts'

/** Absent where the page has no secure context; then each tab knows of its own edits only. */
type Locks = Pick<LockManager, 'request'> | undefined

/**
 * Lets other tabs know that this one must not lose its build: while the page holds any reload lock, it holds the
 * shared Web Lock as well. The browser frees that when the tab ends, however it ends. Answers how to stop.
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

/**
 * Runs `work` while no tab has an edit open and nothing is being sent. `ifFree` gives up at once when one is; otherwise
 * it waits for its turn. Answers whether the work was run.
 */
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
