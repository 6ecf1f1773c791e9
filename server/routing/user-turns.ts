import { Refusal } from './refusal.ts'

/** The request's signal, which a closed connection aborts. */
export type Asker = { userId: string; signal: AbortSignal }

/**
 * Runs a few things at once, fewer for each user. Users take turns, so that a flood delays its own user. Aborted ones
 * leave the queue.
 * @throws Refusal `rate_limited` when too many wait
 */
export type Turns = <T>(asker: Asker, act: () => Promise<T>) => Promise<T>

export type TurnsOptions = {
  atOnce: number
  eachAtOnce?: number
  waitingMax: number
  waitingEachMax: number
  /** What the refusal says. */
  message?: string
}

const RETRY_AFTER_SECONDS = 5

export const turns = ({
  atOnce,
  eachAtOnce = 1,
  waitingMax,
  waitingEachMax,
  message,
}: TurnsOptions): Turns => {
  const tooMany = (): Refusal =>
    new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS, ...(message && { message }) })
  const running = new Map<string, number>()
  let runningCount = 0
  /** In order of turns. */
  const waiting = new Map<string, (() => void)[]>()
  const countWaiting = (): number => [...waiting.values()].reduce((sum, starts) => sum + starts.length, 0)

  const mayRun = (userId: string): boolean => runningCount < atOnce && (running.get(userId) ?? 0) < eachAtOnce
  const count = (userId: string, by: 1 | -1): void => {
    runningCount += by
    const left = (running.get(userId) ?? 0) + by
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  }

  const startNext = (): void => {
    const next = [...waiting].find(([userId]) => mayRun(userId))
    if (next === undefined) return
    const [userId, [start, ...later]] = next
    waiting.delete(userId)
    if (later.length > 0) waiting.set(userId, later)
    count(userId, 1)
    start?.()
    startNext()
  }

  const wait = ({ userId, signal }: Asker): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = waiting.get(userId) ?? []
      if (own.length >= waitingEachMax || countWaiting() >= waitingMax) return reject(tooMany())
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        const others = waiting.get(userId)?.filter((one) => one !== start) ?? []
        if (others.length > 0) waiting.set(userId, others)
        else waiting.delete(userId)
        reject(tooMany())
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.set(userId, [...own, start])
    })

  return async (asker, act) => {
    const { userId, signal } = asker
    if (signal.aborted) throw tooMany()
    if (mayRun(userId)) count(userId, 1)
    else await wait(asker)
    try {
      return await act()
    } finally {
      count(userId, -1)
      startNext()
    }
  }
}
