import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isBuilt, printWorker } from '#server/paths.ts'
import type { Job, Printed, Prints } from './pdf/print-worker.ts'

/**
 * Prints documents in one thread beside the server's: one takes about 50 ms, during which nobody else would be answered.
 * Jobs wait in order of arrival. A thread that ends takes its jobs with it, and the next job starts another.
 */
export type Printer = {
  /** @throws Error where the document could not be printed, or the thread ended */
  print: <Kind extends keyof Prints>(kind: Kind, parts: Parameters<Prints[Kind]>) => Promise<Buffer>
  close: () => Promise<void>
}

/** The thread's memory goes back to the system: documents are asked for at certain hours. */
const IDLE_MS = 10_000
/** A statement of ten years needs a tenth of it. */
const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: 128 } }

type Waiting = { resolve: (bytes: Buffer) => void; reject: (error: unknown) => void }

export const openPrinter = (): Printer => {
  let thread: { worker: Worker; waiting: Map<number, Waiting> } | undefined
  let idle: NodeJS.Timeout | undefined
  let jobs = 0

  const start = () => {
    const worker = startWorker()
    const waiting = new Map<number, Waiting>()
    const started = { worker, waiting }
    const end = (error: unknown): void => {
      if (thread === started) thread = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.on('message', (printed: Printed) => {
      const job = waiting.get(printed.id)
      waiting.delete(printed.id)
      if ('bytes' in printed) job?.resolve(bufferOf(printed.bytes))
      else job?.reject(printed.error)
      if (waiting.size === 0 && thread === started) rest(started)
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error('The printing thread has ended.')))
    // It must not keep the process.
    worker.unref()
    return started
  }

  const rest = ({ worker, waiting }: { worker: Worker; waiting: ReadonlyMap<number, Waiting> }): void => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (waiting.size > 0) return
      if (thread?.worker === worker) thread = undefined
      void worker.terminate()
    }, IDLE_MS)
    idle.unref()
  }

  return {
    print: (kind, parts) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        jobs += 1
        thread.waiting.set(jobs, { resolve, reject })
        thread.worker.postMessage({ id: jobs, kind, parts } satisfies Job)
      }),
    close: async () => {
      clearTimeout(idle)
      await thread?.worker.terminate()
    },
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** From sources, such as in tests, a thread does not inherit what makes Node read TypeScript. */
const startWorker = (): Worker => {
  if (isBuilt) return new Worker(printWorker, LIMITS)
  const options: WorkerOptions = { ...LIMITS, eval: true }
  return new Worker(
    `import('tsx/esm/api').then(({ register }) => (register(), import('${pathToFileURL(printWorker).href}')))`,
    options,
  )
}
