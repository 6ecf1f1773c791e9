import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenHiddenAndIdle } from '#src/features/updates/reload/hidden-and-idle.ts'
import { quietTurn } from '#src/features/updates/reload/quiet-turn.ts'
import { askForBuildChecks } from '#src/features/updates/worker/build-checks.ts'

const minuteMs = 60_000
let visibility: DocumentVisibilityState = 'visible'

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('asking for build checks', () => {
  it('happens at the start and every few minutes, so that the hour is never far exceeded', () => {
    const ask = vi.fn()
    const stop = askForBuildChecks({ window, document, ask })
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60 * minuteMs)
    expect(ask).toHaveBeenCalledTimes(13)
    stop()
  })

  it('happens when the page becomes visible or goes online, not when it is hidden', () => {
    const ask = vi.fn()
    const stop = askForBuildChecks({ window, document, ask })
    show('hidden')
    expect(ask).toHaveBeenCalledTimes(1)
    show('visible')
    expect(ask).toHaveBeenCalledTimes(2)
    window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(3)
    stop()
  })

  it('ends when stopped', () => {
    const ask = vi.fn()
    askForBuildChecks({ window, document, ask })()
    vi.advanceTimersByTime(60 * minuteMs)
    show('hidden')
    show('visible')
    window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('a hidden page', () => {
  it('is idle after half a minute', () => {
    const idle = vi.fn()
    const stop = whenHiddenAndIdle(document, idle)
    show('hidden')
    vi.advanceTimersByTime(29_999)
    expect(idle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(idle).toHaveBeenCalledTimes(1)
    stop()
  })

  it('is not idle if it was shown in between', () => {
    const idle = vi.fn()
    const stop = whenHiddenAndIdle(document, idle)
    show('hidden')
    vi.advanceTimersByTime(20_000)
    show('visible')
    show('hidden')
    vi.advanceTimersByTime(20_000)
    expect(idle).not.toHaveBeenCalled()
    stop()
  })

  it('is not idle if its timer was suspended and fires as the page is shown', () => {
    const idle = vi.fn()
    const stop = whenHiddenAndIdle(document, idle)
    show('hidden')
    visibility = 'visible' // the event is still to come
    vi.advanceTimersByTime(30_000)
    expect(idle).not.toHaveBeenCalled()
    stop()
  })
})

describe('the quiet turn', () => {
  it('is available once an hour', () => {
    const turn = quietTurn(sessionStorage, Date.now)
    expect(turn.isFree()).toBe(true)
    turn.take()
    vi.advanceTimersByTime(60 * minuteMs - 1)
    expect(quietTurn(sessionStorage, Date.now).isFree()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(turn.isFree()).toBe(true)
  })
})

function show(next: DocumentVisibilityState) {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}
