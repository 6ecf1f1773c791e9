import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isBuilt } from '#server/paths.ts'
import type { Answer, Job, Jobs } from './answer-jobs.ts'

/**
 * Does slow work in one thread beside the server's, so that others are answered meanwhile. Jobs wait in order of arrival. A
 * thread that ends, or cannot start, takes its jobs with it, and the next job starts another.
 */
export type Thread<Of extends Jobs> = {
  /** @throws Error where the job failed, or the thread ended */
  run: <Kind extends keyof Of & string>(
    kind: Kind,
    parts: Parameters<Of[Kind]>,
  ) => Promise<Awaited<ReturnType<Of[Kind]>>>
  /** Jobs that it has not done. */
  waiting: () => number
  close: () => Promise<void>
}

export type ThreadParts = {
  /** Which calls `answerJobs`. */
  file: string
  /** The thread's memory goes back to the system after this time without a job; undefined keeps it. */
  idleMs?: number
  memoryMb: number
  /** For a thread that knows things: it has ended by itself, what it knew is lost, and it starts no other. */
  onLost?: () => void
}

type Waiting = { resolve: (result: never) => void; reject: (error: unknown) => void }

export const openThread = <Of extends Jobs>({ file, idleMs, memoryMb, onLost }: ThreadParts): Thread<Of> => {
  let thread: { worker: Worker; waiting: Map<number, Waiting> } | undefined
  let idle: NodeJS.Timeout | undefined
  let jobs = 0
  let isOver = false

  const start = () => {
    const worker = startWorker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const waiting = new Map<number, Waiting>()
    const started = { worker, waiting }
    const end = (error: unknown): void => {
      if (thread === started) {
        thread = undefined
        isOver = onLost !== undefined
        onLost?.()
      }
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.on('message', (answer: Answer) => {
      const job = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('result' in answer) job?.resolve(answer.result as never)
      else job?.reject(answer.error)
      if (waiting.size === 0 && thread === started) rest(started)
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error(`The thread of ${file} has ended.`)))
    // It must not keep the process.
    worker.unref()
    return started
  }

  const rest = ({ worker, waiting }: { worker: Worker; waiting: ReadonlyMap<number, Waiting> }): void => {
    clearTimeout(idle)
    if (idleMs === undefined) return
    idle = setTimeout(() => {
      if (waiting.size > 0) return
      if (thread?.worker === worker) thread = undefined
      void worker.terminate()
    }, idleMs)
    idle.unref()
  }

  return {
    run: (kind, parts) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new Error(`The thread of ${file} has ended.`))
        thread ??= start()
        jobs += 1
        thread.waiting.set(jobs, { resolve, reject })
        thread.worker.postMessage({ id: jobs, kind, parts } satisfies Job)
      }),
    waiting: () => thread?.waiting.size ?? 0,
    close: async () => {
      isOver = true
      clearTimeout(idle)
      const ended = thread?.worker
      thread = undefined
      await ended?.terminate()
    },
  }
}

/** From sources, such as in tests, a thread does not inherit what makes Node read TypeScript. */
const startWorker = (file: string, options: WorkerOptions): Worker =>
  isBuilt
    ? new Worker(file, options)
    : new Worker(
        `import('tsx/esm/api').then(({ register }) => (register(), import('${pathToFileURL(file).href}')))`,
        { ...options, eval: true },
      )
