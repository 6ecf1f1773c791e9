/**
 * navigator.locks for tests: requests for one name are granted in order of arrival, shared ones together, and `ifAvailable` gives
 * up at once. What the product does not use (`steal`, `signal`) is rejected, not ignored.
 */
export function createWebLocks(): Pick<LockManager, 'request'> {
  const held: Held[] = []
  const queue: Waiting[] = []

  const canGrant = ({ name, mode }: Held) => {
    const holders = held.filter((holder) => holder.name === name)
    return mode === 'shared' ? holders.every((holder) => holder.mode === 'shared') : holders.length === 0
  }
  const settle = () => {
    const blocked = new Set<string>()
    for (const waiting of [...queue]) {
      if (blocked.has(waiting.name) || !canGrant(waiting)) blocked.add(waiting.name)
      else {
        queue.splice(queue.indexOf(waiting), 1)
        waiting.grant()
      }
    }
  }

  const request = async (name: string, options: LockOptions, callback: LockGrantedCallback<unknown>) => {
    if (options.steal || options.signal) throw new Error('Not in this fake: steal, signal')
    const lock: Held = { name, mode: options.mode ?? 'exclusive' }
    const isFree = canGrant(lock) && !queue.some((waiting) => waiting.name === name)
    if (options.ifAvailable && !isFree) return callback(null)
    await new Promise<void>((resolve) => {
      queue.push({
        ...lock,
        grant: () => {
          held.push(lock)
          resolve()
        },
      })
      settle()
    })
    try {
      return await callback(lock)
    } finally {
      held.splice(held.indexOf(lock), 1)
      settle()
    }
  }
  return { request: request as LockManager['request'] }
}

type Held = { name: string; mode: LockMode }
type Waiting = Held & { grant: () => void }
