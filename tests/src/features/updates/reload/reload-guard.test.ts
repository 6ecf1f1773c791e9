import { describe, expect, it } from 'vitest'
import { guardedReload } from '#src/features/updates/reload/reload-guard.ts'

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
    expect(tab.reload('/orders')).toBe('reloaded')
    expect(tab.reload('/home')).toBe('reloaded')
    expect(tab.reload('/orders')).toBe('refused')
  })

  it('remembers across the reload, using the session storage', () => {
    const tab = openTab()
    tab.reload('/orders')
    expect(openTab(tab.stored).reload('/orders')).toBe('refused')
  })

  it('forgets paths it no longer needs', () => {
    const tab = openTab()
    tab.reload('/orders')
    tab.advance(60_000)
    tab.reload('/home')
    expect([...tab.stored.values()].join()).not.toContain('/orders')
  })

  it.each(['', 'no JSON', '{}', 'null', '[null, 7, {"path": 1}]'])('ignores %j in the storage', (left) => {
    const tab = openTab(new Map([['trolly.reloads', left]]))
    expect(tab.reload('/orders')).toBe('reloaded')
    expect(tab.reload('/orders')).toBe('refused')
  })

  it('does not keep refusing because the clock was set back', () => {
    const tab = openTab()
    tab.reload('/orders')
    tab.advance(-3_600_000)
    expect(tab.reload('/orders')).toBe('reloaded')
  })

  it('refuses if it cannot store anything, since a loop would never end', () => {
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
