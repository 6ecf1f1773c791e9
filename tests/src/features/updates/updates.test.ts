import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasUnsavedInput, whileHoldingReload } from '#src/features/updates/reload.ts'
import { createUpdates, whenCheckMayBeDue, whenHiddenAndIdle } from '#src/features/updates/updates.ts'
import { createWebLocks } from '#tests/support/web-locks.ts'

beforeEach(() => useLocks(createWebLocks()))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  useLocks(undefined)
})

describe('a newer build', () => {
  it('is only announced: nothing reloads automatically', async () => {
    const tab = openTab()
    tab.newBuildReady()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['ready', 0])
  })

  it.each(['applyNow', 'applyQuietly'] as const)('is put in place by %s, once it is ready', async (apply) => {
    const tab = openTab()
    tab[apply]()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['current', 0])
    tab.newBuildReady()
    tab[apply]()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('can be asked for again if the guard refuses the reload', async () => {
    const tab = openTab({ guard: 'refused' })
    tab.newBuildReady()
    tab.applyNow()
    await settled()
    expect(tab.get()).toBe('refused')
    tab.applyNow()
    await settled()
    expect(tab.reloads()).toBe(2)
  })

  it('stays ready if its worker cannot be reached, which is reported', async () => {
    const failure = new Error('InvalidStateError')
    const tab = openTab({ fails: failure })
    tab.newBuildReady()
    tab.applyNow()
    await settled()
    expect([tab.get(), tab.reported]).toEqual(['ready', [failure]])
  })
})

describe('a build that the server serves no more', () => {
  it('is replaced when the person asks, once a newer one is found', async () => {
    const findNewer = vi.fn(async () => true)
    const tab = openTab({ findNewer })
    tab.buildRefused()
    tab.applyQuietly()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['outdated', 0])
    tab.applyNow()
    await settled()
    expect(tab.reloads()).toBe(1)
    expect(findNewer).toHaveBeenCalledTimes(1)
  })

  it('says that there is no newer one yet, and looks again when asked', async () => {
    const found = [false, true]
    const tab = openTab({ findNewer: async () => found.shift() === true })
    tab.buildRefused()
    tab.applyNow()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['noNewer', 0])
    tab.applyNow()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('is replaced at a quiet moment, as ever, once the newer one is on this device', async () => {
    const tab = openTab()
    tab.newBuildReady()
    tab.buildRefused()
    expect(tab.get()).toBe('outdated')
    tab.applyQuietly()
    await settled()
    expect(tab.reloads()).toBe(1)
  })
})

describe('an edit or a drain, in this tab or another', () => {
  it('stops a quiet update, and delays a requested one until the last has ended', async () => {
    const tab = openTab()
    const [first, second] = [hold(), hold()]
    tab.newBuildReady()
    tab.applyQuietly()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['ready', 0])
    tab.applyNow()
    first.end()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['waiting', 0])
    second.end()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('holds until it has failed, too', async () => {
    const tab = openTab()
    await expect(whileHoldingReload(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    tab.newBuildReady()
    tab.applyQuietly()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('that begins while the build is replaced starts after the reload', async () => {
    const tab = openTab({ slow: true })
    tab.newBuildReady()
    tab.applyNow()
    await settled()
    const drain = hold()
    await settled()
    expect(drain.hasBegun()).toBe(false)
    tab.finish()
    await settled()
    expect([tab.reloads(), drain.hasBegun()]).toEqual([1, true])
  })

  it('is not known without Web Locks, and a requested update needs none', async () => {
    useLocks(undefined)
    const tab = openTab()
    tab.newBuildReady()
    tab.applyNow()
    await settled()
    expect(tab.reloads()).toBe(1)
  })
})

describe('unsaved input', () => {
  it('stops a quiet update, but not one that the user asks for', async () => {
    const tab = openTab()
    tab.unsaved(true)
    tab.newBuildReady()
    tab.applyQuietly()
    await settled()
    expect(tab.reloads()).toBe(0)
    tab.applyNow()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('that is begun during a quiet update postpones it', async () => {
    const tab = openTab({ slow: true })
    tab.newBuildReady()
    tab.applyQuietly()
    await settled()
    tab.unsaved(true)
    tab.finish()
    await settled()
    expect([tab.get(), tab.reloads()]).toEqual(['ready', 0])
  })

  const fields = {
    'text that was typed': ['<input value="">', 'tea', true],
    'text that was cleared': ['<input value="tea">', '', true],
    'a note': ['<textarea>back door</textarea>', 'side door', true],
    'a hidden field set by a script': ['<input type="hidden">', '2', false],
  } as const
  it.each(Object.entries(fields))('is told by %s', (_, [html, typed, isUnsaved]) => {
    document.body.innerHTML = html
    expect(hasUnsavedInput(document)).toBe(false)
    const field = document.querySelector<HTMLInputElement>('input, textarea')
    if (field) field.value = typed
    expect(hasUnsavedInput(document)).toBe(isUnsaved)
  })

  it('is whatever is in the focused field, but no tick', () => {
    document.body.innerHTML = '<input value="3"><input type="checkbox">'
    const [text, tick] = document.querySelectorAll('input')
    text?.focus()
    expect(hasUnsavedInput(document)).toBe(true)
    tick?.focus()
    tick?.click()
    expect(hasUnsavedInput(document)).toBe(false)
  })
})

describe('a page', () => {
  it('asks for a build check at the start, every five minutes, when shown and when online again', () => {
    vi.useFakeTimers()
    const ask = vi.fn()
    whenCheckMayBeDue(ask)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60 * 60_000)
    expect(ask).toHaveBeenCalledTimes(13)
    show('hidden')
    show('visible')
    window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(15)
  })

  it('is idle after half a minute hidden, unless it is shown before', () => {
    vi.useFakeTimers()
    const idle = vi.fn()
    whenHiddenAndIdle(idle)
    show('hidden')
    vi.advanceTimersByTime(20_000)
    show('visible')
    show('hidden')
    vi.advanceTimersByTime(29_999)
    expect(idle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(idle).toHaveBeenCalledTimes(1)
  })
})

function show(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** jsdom has none. */
function useLocks(locks: Pick<LockManager, 'request'> | undefined) {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
}

function hold() {
  let end: (() => void) | undefined
  void whileHoldingReload(() => new Promise<void>((resolve) => (end = resolve)))
  return { end: () => end?.(), hasBegun: () => end !== undefined }
}

type TabParts = { guard?: 'refused'; slow?: boolean; fails?: Error; findNewer?: () => Promise<boolean> }

function openTab({ guard, slow, fails, findNewer = async () => false }: TabParts = {}) {
  const reported: unknown[] = []
  let finish = () => {}
  let reloads = 0
  let isUnsaved = false
  const updates = createUpdates({
    replaceBuild: async (isWanted = () => true) => {
      if (fails) throw fails
      if (slow) await new Promise<void>((resolve) => (finish = resolve))
      if (!isWanted()) return 'refused'
      reloads += 1
      return guard ?? 'reloaded'
    },
    findNewer,
    hasUnsavedInput: () => isUnsaved,
    report: (error) => reported.push(error),
  })
  return {
    ...updates,
    reported,
    reloads: () => reloads,
    unsaved: (is: boolean) => {
      isUnsaved = is
    },
    finish: () => finish(),
  }
}

/** Everything here runs on promises only, so a turn of the timers completes all of them. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
