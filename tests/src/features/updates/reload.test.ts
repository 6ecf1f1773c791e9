import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, recoverChunk, whileHoldingReload } from '#src/features/updates/reload.ts'
import { guardedReload, type ReloadPorts, reloadByHand } from '#src/ui/reload-guard.ts'
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

describe('a reload by hand', () => {
  it('is immediate, and the next of its path waits for the rest of the ten seconds', async () => {
    const tab = openTab()
    await tab.byHand()
    expect([tab.reloads(), tab.waits]).toEqual([1, []])
    tab.advance(4_000)
    await tab.byHand()
    expect([tab.reloads(), tab.waits]).toEqual([2, [6_000]])
    tab.goTo('/home')
    await tab.byHand()
    expect([tab.reloads(), tab.waits]).toEqual([3, [6_000]])
  })

  it('counts together with the app’s own', async () => {
    const tab = openTab()
    tab.reload('/orders')
    await tab.byHand()
    expect([tab.reloads(), tab.waits]).toEqual([2, [10_000]])
    expect(tab.reload('/orders')).toBe('refused')
  })

  it('is given up once the person has gone to another page', async () => {
    const tab = openTab()
    tab.reload('/orders')
    tab.onceWaited(() => tab.goTo('/home'))
    await tab.byHand()
    expect(tab.reloads()).toBe(1)
  })

  it('knows from the document that it was reloaded, where storage is blocked', async () => {
    const opened = openTab(null)
    await opened.byHand()
    expect([opened.reloads(), opened.waits]).toEqual([1, []])
    const reloaded = openTab(null, 2_500)
    await reloaded.byHand()
    expect([reloaded.reloads(), reloaded.waits]).toEqual([1, [7_500]])
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

  it('does the work without a lock where the browser denies locks, and passes on the work’s own errors', async () => {
    const denied = { request: () => Promise.reject(new DOMException('Denied', 'SecurityError')) }
    Object.defineProperty(navigator, 'locks', { value: denied, configurable: true })
    expect(await whileHoldingReload(async () => 'sent')).toBe('sent')
    await expect(whileHoldingReload(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it('does not reload if neither a worker nor the server would answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(recoverChunk(notFound)).rejects.toBeInstanceOf(ChunkLoadError)
  })
})

type Stored = { get: (key: string) => string | undefined; set: (key: string, value: string) => void }

/** `after` moves the clock instead of waiting. */
function openTab(stored: Stored | null = new Map<string, string>(), reloadedAtMs?: number) {
  let nowMs = Date.UTC(2026, 0, 2)
  const openedMs = nowMs
  let reloads = 0
  let path = '/orders'
  let onWait = () => {}
  const waits: number[] = []
  const ports: ReloadPorts = {
    storage: () => {
      if (!stored) throw new DOMException('Access is denied', 'SecurityError')
      return {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
      }
    },
    nowMs: () => nowMs,
    path: () => path,
    sinceReloadMs: () => (reloadedAtMs === undefined ? undefined : nowMs - openedMs + reloadedAtMs),
    after: async (delayMs) => {
      waits.push(delayMs)
      nowMs += delayMs
      onWait()
    },
    reload: () => {
      reloads += 1
    },
  }
  const goTo = (to: string) => {
    path = to
  }
  return {
    waits,
    reloads: () => reloads,
    advance(ms: number) {
      nowMs += ms
    },
    goTo,
    onceWaited: (act: () => void) => {
      onWait = act
    },
    reload: (to: string) => {
      goTo(to)
      return guardedReload(ports)
    },
    byHand: () => reloadByHand(ports),
  }
}
