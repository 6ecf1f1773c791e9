import type { Clock } from '#src/ui/status/minute-clock.ts'

/** A clock that only moves when told to, so that no test waits. */
export function createManualClock(startMs = 0): Clock & { advance: (ms: number) => void } {
  let nowMs = startMs
  let lastTimer = 0
  const timers = new Map<number, { dueMs: number; run: () => void }>()
  return {
    now: () => nowMs,
    setTimeout: (run, delayMs) => {
      lastTimer += 1
      timers.set(lastTimer, { dueMs: nowMs + delayMs, run })
      return lastTimer
    },
    clearTimeout: (timer) => {
      timers.delete(timer)
    },
    advance: (ms) => {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = [...timers]
          .filter(([, { dueMs }]) => dueMs <= endMs)
          .sort((a, b) => a[1].dueMs - b[1].dueMs)
        if (!next) break
        const [timer, { dueMs, run }] = next
        timers.delete(timer)
        nowMs = dueMs
        run()
      }
      nowMs = endMs
    },
  }
}
