import { type MinuteClock, useMinute } from './minute-clock.ts'
import { Money } from './money.tsx'

export type CountDownProps = {
  /** Epoch ms. */
  until: number
  passed: string
  clock?: MinuteClock | undefined
}

/** Updates each minute: "1 h 12 min". */
export function CountDown({ until, passed, clock }: CountDownProps) {
  const left = until - useMinute(clock)
  return <Money>{left <= 0 ? passed : durationWords(left)}</Money>
}

/** "3 d 4 h", "1 h 12 min"; "1 min" for anything under two minutes. Never rounds up: late is worse than early. */
export function durationWords(durationMs: number): string {
  const minutes = Math.max(1, Math.floor(durationMs / 60_000))
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`
  if (hours > 0) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${minutes} min`
}
