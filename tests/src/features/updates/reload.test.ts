import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ChunkLoadError,
  guardedReload,
  recoverChunk,
  whileHoldingReload,
} from '#src/features/updates/reload.ts'
import { createWebLocks } from '#tests/support/web-locks.ts'

describe('the reload guard', () => {
  it('reloads a path once, then refuses it for ten seconds', () => {
    const tab = openTab()
    expect(tab.reload('/orders')).toBe('reloaded')
    tab.advance(9_999)
    expect(tab.reload('/orders')).toBe('refused')
    tab.advance(1)
    expect(tab.reload('/orders')).toBe('reloaded')
    expect(tab.reloads()).toBe(2)
  })

  it('counts each path separately', () => {
    const tab = openTab()
    expect([tab.reload('/orders'), tab.reload('/home'), tab.reload('/orders')]).toEqual([
      'reloaded',
      'reloaded',
      'refused',
    ])
  })

  it('reloads after the clock was set back, or if what it stored is unreadable', () => {
    const stored = new Map([['trolly.reloaded-at:/orders', 'x']])
    const tab = openTab(stored)
    expect(tab.reload('/orders')).toBe('reloaded')
    tab.advance(-3_600_000)
    expect(tab.reload('/orders')).toBe('reloaded')
  })

  it('refuses if it cannot store anything, since a loop would never end', () => {
    const tab = openTab({
      get: () => undefined,
      set: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect([tab.reload('/orders'), tab.reloads()]).toEqual(['refused', 0])
  })
})

// e2e/journeys/updates.spec.ts shows the reload.
describe('a chunk that fails to load', () => {
  beforeEach(() => Object.defineProperty(navigator, 'locks', { value: createWebLocks(), configurable: true }))
  afterEach(() => {
    vi.unstubAllGlobals()
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  })
  const notFound = new TypeError('Failed to fetch dynamically imported module')

  it('never reloads during an edit or a drain: it becomes an error', async () => {
    let endDrain = () => {}
    const held = whileHoldingReload(() => new Promise<void>((resolve) => (endDrain = resolve)))
    const failure = await recoverChunk(notFound).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ChunkLoadError)
    expect(failure).toMatchObject({ code: 'chunk_load_failed', cause: notFound })
    endDrain()
    await held
  })

  it('does not reload a page with typed text, unless it is a sign-in', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"id":"b2"}'))
    const stored = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('noted', 'QuotaExceededError')
    })
    document.body.innerHTML = '<textarea></textarea>'
    const [field] = document.getElementsByTagName('textarea')
    if (field) field.value = 'Ring the bell'
    await expect(recoverChunk(notFound)).rejects.toBeInstanceOf(ChunkLoadError)
    expect(stored).not.toHaveBeenCalled()
    // It would be reloaded now, if the reload could be noted.
    document.body.append(Object.assign(document.createElement('input'), { type: 'password' }))
    await expect(recoverChunk(notFound)).rejects.toBeInstanceOf(ChunkLoadError)
    expect(stored).toHaveBeenCalledTimes(1)
    stored.mockRestore()
    document.body.replaceChildren()
  })

  it('does not reload if neither a worker nor the server would answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(recoverChunk(notFound)).rejects.toBeInstanceOf(ChunkLoadError)
  })
})

function openTab(
  stored: { get: (key: string) => string | undefined; set: (key: string, value: string) => void } = new Map(),
) {
  let nowMs = Date.UTC(2026, 0, 2)
  let reloads = 0
  return {
    reloads: () => reloads,
    advance(ms: number) {
      nowMs += ms
    },
    reload: (path: string) =>
      guardedReload(path, {
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
        },
        nowMs,
        reload: () => {
          reloads += 1
        },
      }),
  }
}
