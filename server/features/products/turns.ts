import { Refusal } from '#server/routing/refusal.ts'

/** Who waits, and until when it is of any use to them: the request's signal, which a closed connection aborts. */
export type Asker = { userId: string; signal: AbortSignal }

/**
 * Runs a few things at once, and of each user one. The others wait: users take turns, so that many requests of one user
 * delay that user alone. Who goes away leaves the queue.
 * @throws Refusal `rate_limited` where too many wait
 */
export type Turns = <T>(asker: Asker, act: () => Promise<T>) => Promise<T>

export type TurnsOptions = { atOnce: number; waitingMax: number; waitingEachMax: number }

const RETRY_AFTER_SECONDS = 5

export const turns = ({ atOnce, waitingMax, waitingEachMax }: TurnsOptions): Turns => {
  const running = new Set<string>()
  /** Whose turn comes first is first. */
  const waiting = new Map<string, (() => void)[]>()
  const countWaiting = (): number => [...waiting.values()].reduce((sum, starts) => sum + starts.length, 0)

  const startNext = (): void => {
    if (running.size >= atOnce) return
    const next = [...waiting].find(([userId]) => !running.has(userId))
    if (next === undefined) return
    const [userId, [start, ...later]] = next
    waiting.delete(userId)
    if (later.length > 0) waiting.set(userId, later)
    running.add(userId)
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
        // Nobody reads this reply.
        reject(tooMany())
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.set(userId, [...own, start])
    })

  return async (asker, act) => {
    const { userId, signal } = asker
    if (signal.aborted) throw tooMany()
    if (running.size >= atOnce || running.has(userId)) await wait(asker)
    else running.add(userId)
    try {
      return await act()
    } finally {
      running.delete(userId)
      startNext()
    }
  }
}

const tooMany = (): Refusal => new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS })
