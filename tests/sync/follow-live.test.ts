import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveNews } from '#contract/live.ts'
import { createStore } from '#src/state/store.ts'
import { browserClock } from '#src/sync/engine/browser-ports.ts'
import { followLive, HIDDEN_FOR_MS } from '#src/sync/live/follow-live.ts'
import { LIVE_SILENT_MS, type LiveEnd } from '#src/sync/live/live-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type OpenStream = {
  customerId: string
  hear: () => void
  tell: (news: LiveNews) => void
  end: (end: LiveEnd) => void
}

/** A browser whose tabs share locks and a channel, and a server whose streams the test holds. */
const aBrowser = () => {
  const open: OpenStream[] = []
  const opened: string[] = []
  const tabs: EventTarget[] = []
  const queue: { signal: AbortSignal; run: () => void }[] = []
  let held = false
  const next = () => {
    const waiting = queue.findIndex(({ signal }) => !signal.aborted)
    if (held || waiting === -1) return
    held = true
    queue
      .splice(0, waiting + 1)
      .at(-1)
      ?.run()
  }
  const hold = (signal: AbortSignal, act: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      const run = () =>
        void act()
          .then(resolve)
          .finally(() => {
            held = false
            next()
          })
      queue.push({ signal, run })
      next()
    })
  const openTab = ({ visible = true } = {}) => {
    const channel = Object.assign(new EventTarget(), {
      postMessage: (data: unknown) => {
        for (const tab of tabs) if (tab !== channel) tab.dispatchEvent(new MessageEvent('message', { data }))
      },
    })
    tabs.push(channel)
    const document = Object.assign(new EventTarget(), { visibilityState: visible ? 'visible' : 'hidden' })
    const window = new EventTarget()
    const isLive = createStore(false)
    const heard: { news: LiveNews; reads: boolean }[] = []
    const unauthenticated = vi.fn()
    const follows = followLive({
      read: (customerId, { signal, onHeard, onNews }) =>
        new Promise((resolve) => {
          opened.push(customerId)
          const stream: OpenStream = {
            customerId,
            hear: onHeard,
            tell: (news) => {
              onHeard()
              onNews(news)
            },
            end: (end) => {
              open.splice(open.indexOf(stream), 1)
              signal.removeEventListener('abort', lost)
              resolve(end)
            },
          }
          open.push(stream)
          const lost = () => stream.end({ is: 'lost' })
          signal.addEventListener('abort', lost)
        }),
      hold,
      channel,
      events: { window, document },
      clock: browserClock,
      random: () => 0.5,
      isLive,
      onNews: (news, { reads }) => heard.push({ news, reads }),
      onUnauthenticated: unauthenticated,
    })
    const show = async (visibilityState: 'visible' | 'hidden') => {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(0)
    }
    return { ...follows, isLive, heard, show, window, unauthenticated }
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { openTab, open, opened, pass }
}

const NEWS: LiveNews = { orders: ['0190'] }

describe('the tabs of a device', () => {
  test('have one stream, which tells all of them, and one of them reads', async () => {
    const { openTab, open, pass } = aBrowser()
    const [first, second] = [openTab(), openTab()]
    for (const tab of [first, second]) tab.follow('200101')
    await pass(0)
    expect(open).toHaveLength(1)
    open[0]?.tell(NEWS)
    expect(first.heard).toEqual([{ news: NEWS, reads: true }])
    expect(second.heard).toEqual([{ news: NEWS, reads: false }])
    expect([first.isLive.get(), second.isLive.get()]).toEqual([true, true])
  })

  test('hand the stream on when the tab that has it closes or is hidden for long', async () => {
    const { openTab, open, opened, pass } = aBrowser()
    const [first, second, third] = [openTab(), openTab(), openTab()]
    for (const tab of [first, second, third]) tab.follow('200101')
    await pass(0)
    await first.show('hidden')
    await pass(HIDDEN_FOR_MS - 1)
    expect(opened).toHaveLength(1)
    await pass(1)
    open[0]?.tell(NEWS)
    expect(second.heard).toEqual([{ news: NEWS, reads: true }])
    expect(first.heard).toEqual([])
    second.stop()
    await pass(0)
    open[0]?.tell(NEWS)
    expect(third.heard.at(-1)?.reads).toBe(true)
    expect(open).toHaveLength(1)
  })

  test('open another stream for another account, and none without one', async () => {
    const { openTab, open, pass } = aBrowser()
    const tab = openTab()
    tab.follow(undefined)
    await pass(0)
    expect(open).toEqual([])
    tab.follow('200101')
    await pass(0)
    tab.follow('200102')
    await pass(0)
    expect(open.map(({ customerId }) => customerId)).toEqual(['200102'])
  })

  test('begin again when the page is looked at', async () => {
    const { openTab, open, pass } = aBrowser()
    const tab = openTab({ visible: false })
    tab.follow('200101')
    await pass(0)
    expect(open).toEqual([])
    await tab.show('visible')
    expect(open).toHaveLength(1)
  })
})

describe('a stream', () => {
  const aTab = async () => {
    const browser = aBrowser()
    const tab = browser.openTab()
    tab.follow('200101')
    await browser.pass(0)
    return { ...browser, tab }
  }

  test('is believed once it has said something, and until it has been silent for long', async () => {
    const { tab, open, pass } = await aTab()
    expect(tab.isLive.get()).toBe(false)
    open[0]?.hear()
    await pass(LIVE_SILENT_MS - 1)
    expect(tab.isLive.get()).toBe(true)
    await pass(1)
    expect(tab.isLive.get()).toBe(false)
  })

  test('that is lost is opened again, at once when the connection returns', async () => {
    const { tab, open, opened, pass } = await aTab()
    open[0]?.hear()
    open[0]?.end({ is: 'lost' })
    await pass(0)
    expect(tab.isLive.get()).toBe(false)
    await pass(2_000)
    expect(opened).toHaveLength(2)
    for (let times = 0; times < 8; times += 1) {
      open[0]?.end({ is: 'lost' })
      await pass(60_000)
    }
    open[0]?.end({ is: 'lost' })
    await pass(100)
    const before = opened.length
    tab.window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(opened).toHaveLength(before + 1)
  })

  test('that a proxy holds back is tried again seldom', async () => {
    const { tab, open, opened, pass } = await aTab()
    open[0]?.end({ is: 'held' })
    await pass(60_000)
    expect([opened.length, tab.isLive.get()]).toEqual([1, false])
    await pass(5 * 60_000)
    expect(opened).toHaveLength(2)
  })

  test('that is refused waits as long as the server says', async () => {
    const { open, opened, pass } = await aTab()
    open[0]?.end({ is: 'refused', status: 429, retryAfterSeconds: 60 })
    await pass(60_000)
    expect(opened).toHaveLength(1)
    await pass(30_000)
    expect(opened).toHaveLength(2)
  })

  test('whose session has ended is not tried again', async () => {
    const { tab, open, opened, pass } = await aTab()
    open[0]?.end({ is: 'refused', status: 401, retryAfterSeconds: undefined })
    await pass(3_600_000)
    expect(opened).toHaveLength(1)
    expect(tab.unauthenticated).toHaveBeenCalledTimes(1)
  })
})
