import { describe, expect, it } from 'vitest'
import { guardedReload } from '#src/features/updates/reload/reload-guard.ts'

describe('the reload guard', () => {
  it('reloads a path once, and refuses it for ten seconds', () => {
    const tab = openTab()
    expect(tab.reload('/orders')).toBe('reloaded')
    tab.advance(9_999)
    expect(tab.reload('/orders')).toBe('refused')
    tab.advance(1)
    expect(tab.reload('/orders')).toBe('reloaded')
    expect(tab.reloads()).toBe(2)
  })

  it('counts each path by itself', () => {
    const tab = openTab()
    expect(tab.reload('/orders')).toBe('reloaded')
    expect(tab.reload('/home')).toBe('reloaded')
    expect(tab.reload('/orders')).toBe('refused')
  })

  it('remembers over the reload, which only the session storage survives', () => {
    const tab = openTab()
    tab.reload('/orders')
    expect(openTab(tab.stored).reload('/orders')).toBe('refused')
  })

  it('does not keep paths for longer than it needs them', () => {
    const tab = openTab()
    tab.reload('/orders')
    tab.advance(60_000)
    tab.reload('/home')
    expect([...tab.stored.values()].join()).not.toContain('/orders')
  })

  it.each(['', 'no JSON', '{}', 'null', '[null, 7, {"path": 1}]'])(
    'takes %j left in the storage for nothing',
    (left) => {
      const tab = openTab(new Map([['trolly.reloads', left]]))
      expect(tab.reload('/orders')).toBe('reloaded')
      expect(tab.reload('/orders')).toBe('refused')
    },
  )

  it('does not refuse for as long as the clock was set back', () => {
    const tab = openTab()
    tab.reload('/orders')
    tab.advance(-3_600_000)
    expect(tab.reload('/orders')).toBe('reloaded')
  })

  it('refuses where nothing can be written down, since nothing would end a loop', () => {
    let reloads = 0
    const outcome = guardedReload('/orders', {
      storage: {
        getItem: () => null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
      },
      nowMs: () => 0,
      reload: () => {
        reloads += 1
      },
    })
    expect([outcome, reloads]).toEqual(['refused', 0])
  })
})

function openTab(stored = new Map<string, string>()) {
  let nowMs = Date.UTC(2026, 0, 2)
  let reloads = 0
  return {
    stored,
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
        nowMs: () => nowMs,
        reload: () => {
          reloads += 1
        },
      }),
  }
}
