import type { WorkerError } from '#domain/worker-messages.ts'

type ErrorLogPorts = {
  buildId: string
  caches: Pick<CacheStorage, 'open'>
  now: () => Date
}

/** Limits a night's errors. */
const MOST_KEPT = 20

export type ErrorLog = ReturnType<typeof createErrorLog>

/** Errors of the worker wait for the next page that asks, in a cache: a database would make every visitor's device look used. */
export function createErrorLog({ buildId, caches, now }: ErrorLogPorts) {
  const openKept = () => caches.open('trolly-worker-errors')
  /** The browser may raise an event's rejection again as unhandled. */
  const dealtWith = new Set<unknown>()

  return {
    /** Never rejects. */
    async report(code: string, error: unknown): Promise<void> {
      if (dealtWith.has(error)) return
      dealtWith.add(error)
      const { message, stack } = error instanceof Error ? error : { message: String(error) }
      const described: WorkerError = {
        code,
        message,
        ...(stack !== undefined && { stack }),
        at: now().toISOString(),
        buildId,
      }
      console.error(`[service worker] ${code}: ${message}`, stack)
      try {
        const kept = await openKept()
        await kept.put(`/${described.at}/${code}`, Response.json(described))
        for (const surplus of (await kept.keys()).slice(0, -MOST_KEPT)) await kept.delete(surplus)
      } catch (failure) {
        console.error('[service worker] the error could not be kept', failure)
      }
    },

    /** For a rejection that is no fault. */
    ignore: (error: unknown) => void dealtWith.add(error),

    /** Each error once. */
    async take(): Promise<WorkerError[]> {
      const kept = await openKept()
      const errors: WorkerError[] = []
      for (const key of await kept.keys()) {
        errors.push(await (await kept.match(key))?.json())
        await kept.delete(key)
      }
      return errors
    },
  }
}
