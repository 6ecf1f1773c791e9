import type { WorkerError, WorkerMessage } from '#domain/worker-messages.ts'
import type { Notebook } from './notebook.ts'

type ErrorReporterPorts = {
  buildId: string
  notebook: Notebook
  now: () => Date
  tellPages: (message: WorkerMessage) => Promise<number>
  log: (error: WorkerError) => void
}

export type ReportError = (code: string, error: unknown) => Promise<void>

/** Limits a night's errors to one message. */
const MOST_KEPT = 20

/** Logs worker errors; a page reports them. With none open, the latest wait for the next. Never rejects. */
export function createErrorReporter({ buildId, notebook, now, tellPages, log }: ErrorReporterPorts) {
  const describe = (code: string, error: unknown): WorkerError => ({
    code,
    message: error instanceof Error ? error.message : String(error),
    ...(error instanceof Error && error.stack ? { stack: error.stack } : {}),
    at: now().toISOString(),
    buildId,
  })

  // Two errors at once must not overwrite each other.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work).catch((error: unknown) => log(describe('worker_report_failed', error)))
    turn = done
    return done
  }

  /** Errors already reported, or not faults: the browser raises an event's rejection again as unhandled. */
  const dealtWith = new WeakSet<object>()
  const dealWith = (error: unknown) => {
    if (typeof error === 'object' && error !== null) dealtWith.add(error)
  }

  const report: ReportError = (code, error) => {
    if (typeof error === 'object' && error !== null && dealtWith.has(error)) return Promise.resolve()
    dealWith(error)
    const described = describe(code, error)
    log(described)
    return inTurn(async () => {
      if ((await tellPages({ type: 'WORKER_ERRORS', errors: [described] })) > 0) return
      const kept = (await notebook.read<WorkerError[]>('errors')) ?? []
      await notebook.write('errors', [...kept, described].slice(-MOST_KEPT))
    })
  }

  const handOver = () =>
    inTurn(async () => {
      const errors = (await notebook.read<WorkerError[]>('errors')) ?? []
      if (errors.length === 0) return
      if ((await tellPages({ type: 'WORKER_ERRORS', errors })) > 0) await notebook.erase('errors')
    })

  return { report, handOver, dealWith }
}
