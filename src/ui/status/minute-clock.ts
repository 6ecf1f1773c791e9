import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

/** For tests. */
export type Clock = {
  now: () => number
  setTimeout: (run: () => void, delayMs: number) => number
  clearTimeout: (timer: number) => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, delayMs) => globalThis.setTimeout(run, delayMs) as unknown as number,
  clearTimeout: (timer) => globalThis.clearTimeout(timer),
}

export type MinuteClock = {
  subscribe: (onMinute: () => void) => () => void
  /** Start of the current minute, epoch ms. */
  minute: () => number
}

/** One shared timer, running only while someone subscribes. */
export function createMinuteClock(clock: Clock): MinuteClock {
  const watchers = new Set<() => void>()
  let timer: number | undefined
  const schedule = () => {
    timer = clock.setTimeout(
      () => {
        schedule()
        for (const watcher of watchers) watcher()
      },
      MINUTE_MS - (clock.now() % MINUTE_MS),
    )
  }
  return {
    subscribe: (onMinute) => {
      watchers.add(onMinute)
      if (timer === undefined) schedule()
      return () => {
        watchers.delete(onMinute)
        if (watchers.size > 0 || timer === undefined) return
        clock.clearTimeout(timer)
        timer = undefined
      }
    },
    minute: () => Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS,
  }
}

const sharedClock = createMinuteClock(systemClock)

/** Epoch ms; re-renders each minute. */
export function useMinute(clock: MinuteClock = sharedClock): number {
  return useSyncExternalStore(clock.subscribe, clock.minute, clock.minute)
}
