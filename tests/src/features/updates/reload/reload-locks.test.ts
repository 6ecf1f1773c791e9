import { describe, expect, it } from 'vitest'
import { RELOAD_HOLD_LOCK } from '#domain/worker-messages.ts'
import { shareReloadLocks, whileNobodyHolds } from '#src/features/updates/reload/cross-tab-hold.ts'
import { createReloadLocks } from '#src/features/updates/reload/reload-locks.ts'
import { createWebLocks } from '#tests/support/web-locks.ts'

describe('reload locks of a page', () => {
  it('are held separately until released', () => {
    const locks = createReloadLocks()
    const [releaseFirst, releaseSecond] = [locks.hold('edit'), locks.hold('edit')]
    releaseFirst()
    releaseFirst()
    expect(locks.reasons()).toEqual(['edit'])
    releaseSecond()
    expect(locks.reasons()).toEqual([])
  })

  it('notify of changes only', () => {
    const locks = createReloadLocks()
    const seen: number[] = []
    const stop = locks.subscribe(() => seen.push(locks.reasons().length))
    const release = locks.hold('edit')
    release()
    release()
    stop()
    locks.hold('edit')
    expect(seen).toEqual([1, 0])
  })
})

describe('reload locks between tabs', () => {
  it('stop other tabs and the worker from replacing the build while one is held', async () => {
    const browser = createWebLocks()
    const locks = createReloadLocks()
    shareReloadLocks(locks, browser, failOn)
    const release = locks.hold('edit')
    const second = locks.hold('another edit')
    expect(await replaceIfFree(browser)).toBe(false)
    release()
    expect(await replaceIfFree(browser)).toBe(false)
    second()
    await turn()
    expect(await replaceIfFree(browser)).toBe(true)
  })

  it('let the worker send the outbox during an open edit', async () => {
    const browser = createWebLocks()
    const locks = createReloadLocks()
    shareReloadLocks(locks, browser, failOn)
    locks.hold('edit')
    expect(await browser.request(RELOAD_HOLD_LOCK, { mode: 'shared' }, async () => 'sent')).toBe('sent')
  })

  it('are released when the page stops sharing them', async () => {
    const browser = createWebLocks()
    const locks = createReloadLocks()
    const stop = shareReloadLocks(locks, browser, failOn)
    locks.hold('edit')
    stop()
    await turn()
    expect(await replaceIfFree(browser)).toBe(true)
  })

  it('report a browser that refuses the lock', async () => {
    const refusal = new DOMException('denied', 'SecurityError')
    const reported: unknown[] = []
    const locks = createReloadLocks()
    const refusing = { request: () => Promise.reject(refusal) } as Pick<LockManager, 'request'>
    shareReloadLocks(locks, refusing, (error) => reported.push(error))
    locks.hold('edit')
    await turn()
    expect(reported).toEqual([refusal])
  })
})

const replaceIfFree = (browser: ReturnType<typeof createWebLocks>) =>
  whileNobodyHolds(browser, { ifFree: true, work: async () => {} })

const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

function failOn(error: unknown): never {
  throw error
}
