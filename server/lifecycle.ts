import { setTimeout as delay } from 'node:timers/promises'
import { errorText } from './error-text.ts'

/** Closes everything opened in reverse order, also after a failed or interrupted start. */
export type Lifecycle = {
  /** Aborted at the process's end; its reason is an Error after a failure. */
  signal: AbortSignal
  /** The first reason counts. */
  stop: (reason?: Error) => void
  /** Opens and registers the closing, unless the end was requested. */
  open: <T>(open: () => Promise<T>, close: (opened: T) => Closing) => Promise<T>
  /** Runs work that needs no closing; stops waiting once the end is requested. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  stopped: () => Promise<void>
  closeAll: () => Promise<void>
}

export type Closing = {
  name: string
  close: () => Promise<unknown>
  /** A function is called when its turn comes. */
  patienceMs: number | (() => number)
}

/** Thrown by `open` and `run` once the end is requested: not a failure. */
export class Interrupted extends Error {}

export const deadlineIn = (ms: number): { leftMs: () => number } => {
  const end = performance.now() + ms
  return { leftMs: () => Math.max(0, end - performance.now()) }
}

/** npm repeats the signal of a terminal's Ctrl-C; only a later one is a second request. */
const SAME_SIGNAL_MS = 1_500
const KILLED_BY_SIGNAL = 130

export const startLifecycle = (warn: (line: string) => void): Lifecycle => {
  const controller = new AbortController()
  const { signal } = controller
  const opened: Closing[] = []
  const stop = (reason?: Error): void => controller.abort(reason ?? new Interrupted())

  let askedAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!signal.aborted) {
        askedAt = performance.now()
        stop()
      } else if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(KILLED_BY_SIGNAL)
    })
  }

  const stopped = (): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })

  return {
    signal,
    stop,
    open: async (open, close) => {
      signal.throwIfAborted()
      const result = await open()
      opened.push(close(result))
      signal.throwIfAborted()
      return result
    },
    run: async (work) => {
      signal.throwIfAborted()
      const aborted = stopped().then(() => Promise.reject(signal.reason))
      return Promise.race([work(), aborted])
    },
    stopped,
    closeAll: async () => {
      for (const closing of opened.splice(0).reverse()) await closeInTime(closing, warn)
    },
  }
}

async function closeInTime(
  { name, close, patienceMs: patience }: Closing,
  warn: (line: string) => void,
): Promise<void> {
  const patienceMs = typeof patience === 'number' ? patience : patience()
  const inTime = new AbortController()
  const late = delay(patienceMs, 'late' as const, { signal: inTime.signal }).catch(() => 'in time' as const)
  try {
    if ((await Promise.race([close(), late])) === 'late')
      warn(`${name} did not close within ${patienceMs} ms.`)
  } catch (error) {
    warn(`${name} did not close cleanly: ${errorText(error)}`)
  } finally {
    inTime.abort()
  }
}
