import type { LiveNews } from '#contract/live.ts'
import type { Store } from '#src/state/store.ts'
import type { Clock } from '#src/sync/engine/ports.ts'
import { retryDelayMs } from '#src/sync/engine/waiting.ts'
import { LIVE_SILENT_MS, type LiveEnd } from './live-stream.ts'

/**
 * One stream for each device: the visible tab that holds the lock has it and tells the others. A hidden tab takes no part, since
 * nobody looks at it; when it is looked at again, its new stream begins with a catch-up.
 */
export type LivePorts = {
  /** Reads one stream to its end. */
  read: (
    customerId: string,
    told: { signal: AbortSignal; onHeard: () => void; onNews: (news: LiveNews) => void },
  ) => Promise<LiveEnd>
  /** Waits for its turn among the tabs. Rejects once `signal` is aborted. */
  hold: (signal: AbortSignal, act: () => Promise<void>) => Promise<unknown>
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
  events: { window: EventTarget; document: EventTarget & { visibilityState: string } }
  clock: Clock
  random: () => number
  isLive: Store<boolean>
  /** The one tab with `reads` brings the device's database up to date; the others see it there. */
  onNews: (news: LiveNews, role: { reads: boolean }) => void
  onUnauthenticated: () => void
}

export type FollowsLive = {
  /** undefined: no account is chosen. */
  follow: (customerId: string | undefined) => void
  stop: () => void
}

/** A glance at another app should not end the stream. */
export const HIDDEN_FOR_MS = 10_000
const RESTART_WITHIN_MS = 2_000
/** Behind a proxy that holds streams back, or with a server that refuses this one. */
const SELDOM_MS = 5 * 60_000
const REFUSED_MS = 60_000

type Said = { heard: true; news?: LiveNews } | { heard: false }

export const followLive = (ports: LivePorts): FollowsLive => {
  const { clock, channel, events, isLive } = ports
  let customerId: string | undefined
  let taking: AbortController | undefined
  let callOffSilence = () => {}
  let callOffHidden = () => {}

  const setLive = (live: boolean): void => {
    callOffSilence()
    callOffSilence = live ? clock.after(LIVE_SILENT_MS, () => setLive(false)) : () => {}
    if (isLive.get() !== live) isLive.set(live)
  }

  /** @param said by the stream, here or in the tab that has it */
  const take = (said: Said, reads: boolean): void => {
    setLive(said.heard)
    if (said.heard && said.news) ports.onNews(said.news, { reads })
  }

  const lead = async (of: string, signal: AbortSignal): Promise<void> => {
    const say = (said: Said): void => {
      if (signal.aborted) return
      channel.postMessage(said)
      take(said, true)
    }
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      const end = await ports.read(of, {
        signal,
        onHeard: () => {
          attempts = 0
          say({ heard: true })
        },
        onNews: (news) => say({ heard: true, news }),
      })
      say({ heard: false })
      if (signal.aborted) return
      if (end.is === 'refused' && end.status === 401) {
        ports.onUnauthenticated()
        return
      }
      await pause(waitMs(end, attempts, ports.random()), signal)
    }
  }

  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        callOff()
        events.window.removeEventListener('online', done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const callOff = clock.after(ms, done)
      events.window.addEventListener('online', done)
      signal.addEventListener('abort', done)
    })

  const leave = (): void => {
    taking?.abort()
    taking = undefined
    setLive(false)
  }

  const takePart = (): void => {
    callOffHidden()
    if (events.document.visibilityState !== 'visible') {
      callOffHidden = clock.after(HIDDEN_FOR_MS, leave)
      return
    }
    if (taking || customerId === undefined) return
    const own = new AbortController()
    const of = customerId
    taking = own
    ports
      .hold(own.signal, () => lead(of, own.signal))
      // It stopped waiting for its turn.
      .catch(() => {})
  }

  const heard = (event: Event): void => {
    if (taking) take((event as MessageEvent<Said>).data, false)
  }

  channel.addEventListener('message', heard)
  events.document.addEventListener('visibilitychange', takePart)

  return {
    follow: (next) => {
      if (next === customerId) return
      leave()
      customerId = next
      takePart()
    },
    stop: () => {
      leave()
      callOffHidden()
      channel.removeEventListener('message', heard)
      events.document.removeEventListener('visibilitychange', takePart)
    },
  }
}

const waitMs = (end: LiveEnd, attempts: number, random: number): number => {
  if (end.is === 'ended') return random * RESTART_WITHIN_MS + retryDelayMs(attempts, random)
  if (end.is === 'lost') return retryDelayMs(attempts + 1, random)
  if (end.is === 'held') return SELDOM_MS
  const { status, retryAfterSeconds } = end
  if (status !== 429 && status < 500) return SELDOM_MS
  // Not all at once.
  return (retryAfterSeconds === undefined ? REFUSED_MS : retryAfterSeconds * 1_000) * (1 + random / 2)
}
