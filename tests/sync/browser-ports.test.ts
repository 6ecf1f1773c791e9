import { expect, test } from 'vitest'
import { browserLocks } from '#src/sync/engine/browser-ports.ts'

/** A lock whose holder gets `error` while it still runs, as a browser does when another steals it. */
const takenAway = (error: unknown) => {
  const request = async (_name: string, _options: LockOptions, act: LockGrantedCallback<unknown>) => {
    await act({ name: 'sender', mode: 'exclusive' })
    throw error
  }
  return browserLocks({ request: request as unknown as LockManager['request'] })
}

const stolen = new DOMException('The lock request is aborted', 'AbortError')

test('losing a stolen lock is not a failure of its holder', async () => {
  const locks = takenAway(stolen)
  await expect(locks.tryHold('sender', async () => {})).resolves.toBe('held')
  await expect(locks.steal('sender', async () => {})).resolves.toBeUndefined()
})

test('a failure while holding a lock is passed on, whatever its name', async () => {
  const aborted = Object.assign(new Error('Transaction aborted'), { name: 'AbortError' })
  for (const error of [aborted, new DOMException('full', 'QuotaExceededError')]) {
    await expect(takenAway(error).tryHold('sender', async () => {})).rejects.toBe(error)
    await expect(takenAway(error).steal('sender', async () => {})).rejects.toBe(error)
  }
})
