import { Refusal } from './refusal.ts'

/**
 * Lets changes wait here rather than in the database, where each that waits for a locked row holds a connection. Without
 * it, as many changes of one locked trolly as there are connections leave none for any other call.
 */
export type Turns = {
  /** @throws Refusal `busy` when its turn does not come in time */
  take: <T>(subject: string | undefined, work: () => Promise<T>) => Promise<T>
}

/** One is working, and the next already holds its key when the row is free. */
const OF_ONE_SUBJECT = 2
const WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 1

/** Changes take three quarters of the connections at most: reads go on whatever is locked. */
export const turnsOf = ({
  connections,
  waitMs = WAIT_MS,
}: {
  connections: number
  waitMs?: number
}): Turns => {
  const all = gateOf(Math.max(1, connections - Math.max(1, Math.floor(connections / 4))), waitMs)
  const bySubject = new Map<string, Gate>()

  return {
    take: async (subject, work) => {
      if (subject === undefined) return await all.pass(work)
      const gate = bySubject.get(subject) ?? gateOf(OF_ONE_SUBJECT, waitMs)
      bySubject.set(subject, gate)
      try {
        return await gate.pass(() => all.pass(work))
      } finally {
        if (gate.isEmpty()) bySubject.delete(subject)
      }
    },
  }
}

type Gate = { pass: <T>(work: () => Promise<T>) => Promise<T>; isEmpty: () => boolean }

function gateOf(places: number, waitMs: number): Gate {
  let inside = 0
  const waiting = new Set<() => void>()

  const enter = (): Promise<void> => {
    if (inside < places) {
      inside += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(next)
        reject(new Refusal('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      }, waitMs)
      const next = (): void => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(next)
    })
  }
  /** Hands the place to the one that has waited longest. */
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) {
      inside -= 1
      return
    }
    waiting.delete(next)
    next()
  }
  return {
    pass: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    isEmpty: () => inside === 0,
  }
}
