import { Refusal } from './refusal.ts'

/**
 * Queues changes here, not in the database, where each waiter for a row holds a connection: one locked trolly could
 * take them all.
 */
export type Turns = {
  /** @throws Refusal `busy` after waiting too long */
  take: <T>(subject: string | undefined, work: () => Promise<T>) => Promise<T>
}

/** One works while the next already holds its key. */
const OF_ONE_SUBJECT = 2
const WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 1

/** At most three quarters of the connections, so that reads continue. */
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
