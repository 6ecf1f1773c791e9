import styles from './count-down.module.css'
import { type MinuteClock, useMinute } from './minute-clock.ts'

export type CountDownProps = {
  /** Epoch ms. */
  until: number
  passed: string
  /** Follows the time: " left". */
  after?: string | undefined
  /** Nothing is lost when it ends, so it never changes its look. */
  calm?: boolean | undefined
  /** Epoch ms, where this device's clock is wrong. */
  now?: number | undefined
  clock?: MinuteClock | undefined
}

/** Updates each minute: "1 h 12 min". It stays quiet until two hours before the end. */
export function CountDown({ until, passed, after = '', calm, now, clock }: CountDownProps) {
  const minute = useMinute(clock)
  const leftMs = until - (now ?? minute)
  return (
    <span className={styles.left} data-urgency={calm ? undefined : urgencyOf(leftMs)}>
      {leftMs <= 0 ? passed : `${durationWords(leftMs)}${after}`}
    </span>
  )
}

const SOON_MS = 2 * 60 * 60_000
const URGENT_MS = 30 * 60_000

/** Amber in the last two hours, a red band in the last half hour and once it has passed. */
const urgencyOf = (leftMs: number): 'soon' | 'urgent' | undefined => {
  if (leftMs < URGENT_MS) return 'urgent'
  return leftMs < SOON_MS ? 'soon' : undefined
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
