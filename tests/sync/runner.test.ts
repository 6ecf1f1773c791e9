import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whenQuiet } from '#src/device/user-device.ts'
import { browserClock } from '#src/sync/engine/browser-ports.ts'
import { startRunner } from '#src/sync/engine/runner.ts'
import type { Drained } from '#src/sync/engine/sender.ts'
import { DRAIN_INTERVAL_MS, GATHER_MAX_MS, GATHER_MS } from '#src/sync/engine/waiting.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page whose connection, visibility and sender the test controls, after its first drain. */
const aPage = async () => {
  const nothing: Drained = { state: 'drained', wakeAt: null }
  const drain = vi.fn(async () => nothing)
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const window = new EventTarget()
  const told = vi.fn()
  const requestBackgroundSync = vi.fn()
  const channel = Object.assign(new EventTarget(), { postMessage: told })
  const trouble = vi.fn()
  const runner = startRunner({
    sender: { drain },
    outbox: { hurry: vi.fn(async () => {}) },
    clock: browserClock,
    channel,
    events: { window, document },
    requestBackgroundSync,
    whenQuiet,
    duringDrain: (act) => act(),
    onTrouble: trouble,
  })
  expect(drain).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drain).toHaveBeenCalledTimes(1)
  drain.mockClear()
  const leave = () => {
    document.visibilityState = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { runner, drain, told, requestBackgroundSync, channel, leave, trouble }
}

describe('a change is sent', () => {
  test('at once', async () => {
    const { runner, drain, told, requestBackgroundSync } = await aPage()
    runner.wake()
    expect(drain).toHaveBeenCalledTimes(1)
    expect(told).toHaveBeenCalledTimes(1)
    expect(requestBackgroundSync).toHaveBeenCalledTimes(1)
  })

  test('once for a series of taps, shortly after the last', async () => {
    const { runner, drain, requestBackgroundSync } = await aPage()
    for (let tap = 0; tap < 3; tap += 1) {
      runner.wakeSoon()
      await vi.advanceTimersByTimeAsync(GATHER_MS - 1)
    }
    expect(drain).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(drain).toHaveBeenCalledTimes(1)
    expect(requestBackgroundSync).toHaveBeenCalledTimes(1)
  })

  test('at intervals while tapping never stops', async () => {
    const { runner, drain } = await aPage()
    for (let passed = 0; passed < 3 * GATHER_MAX_MS; passed += 200) {
      runner.wakeSoon()
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(drain.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(drain.mock.calls.length).toBeLessThanOrEqual(3)
  })

  test('not earlier because a drain before it asks for another', async () => {
    const { runner, drain } = await aPage()
    drain.mockImplementationOnce(async () => ({ state: 'drained', wakeAt: Date.now() + 1 }))
    runner.wake()
    runner.wakeSoon()
    await vi.advanceTimersByTimeAsync(GATHER_MS - 1)
    expect(drain).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(drain).toHaveBeenCalledTimes(2)
  })

  test('before the page is left', async () => {
    const { runner, drain, requestBackgroundSync, leave } = await aPage()
    runner.wakeSoon()
    leave()
    expect(drain).toHaveBeenCalledTimes(1)
    expect(requestBackgroundSync).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(drain).toHaveBeenCalledTimes(1)
  })

  test('together with anything else sent meanwhile', async () => {
    const { runner, drain } = await aPage()
    runner.wakeSoon()
    runner.wake()
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(drain).toHaveBeenCalledTimes(1)
  })

  test('but not by a page that has ended', async () => {
    const { runner, drain } = await aPage()
    runner.wakeSoon()
    runner.stop()
    await vi.advanceTimersByTimeAsync(DRAIN_INTERVAL_MS)
    expect(drain).not.toHaveBeenCalled()
  })

  test('even if the clock is set back between two taps', async () => {
    const { runner, drain } = await aPage()
    runner.wakeSoon()
    vi.setSystemTime(Date.now() - 3_600_000)
    runner.wakeSoon()
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(drain).toHaveBeenCalledTimes(1)
  })
})

describe('sending the outbox', () => {
  test('starts again for changes made meanwhile', async () => {
    const { runner, drain } = await aPage()
    let end = () => {}
    drain.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          end = () => resolve({ state: 'drained', wakeAt: null })
        }),
    )
    runner.wake()
    runner.wake()
    expect(drain).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(drain).toHaveBeenCalledTimes(2)
  })

  test('is repeated when a wait is over, and every half minute', async () => {
    const { runner, drain } = await aPage()
    drain.mockImplementationOnce(async () => ({ state: 'drained', wakeAt: Date.now() + 700 }))
    runner.wake()
    await vi.advanceTimersByTimeAsync(700)
    expect(drain).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(DRAIN_INTERVAL_MS)
    expect(drain).toHaveBeenCalledTimes(3)
  })

  test('reports a failure, and continues with the next run', async () => {
    const { runner, drain, trouble } = await aPage()
    drain.mockRejectedValueOnce(new Error('The storage is gone'))
    runner.wake()
    await vi.advanceTimersByTimeAsync(DRAIN_INTERVAL_MS)
    expect(trouble).toHaveBeenCalledTimes(1)
    expect(drain).toHaveBeenCalledTimes(2)
  })

  test('starts when another tab says so', async () => {
    const { drain, channel } = await aPage()
    channel.dispatchEvent(new Event('message'))
    expect(drain).toHaveBeenCalledTimes(1)
  })
})

test('does nothing after the session has ended, with its channel closed', async () => {
  const { runner, drain, told, requestBackgroundSync } = await aPage()
  runner.stop()
  runner.wake()
  runner.wakeSoon()
  await vi.advanceTimersByTimeAsync(2 * GATHER_MAX_MS)
  expect(told).not.toHaveBeenCalled()
  expect(requestBackgroundSync).not.toHaveBeenCalled()
  expect(drain).not.toHaveBeenCalled()
})
