import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A thread's work by name. Arguments and results are copied between the threads. */
// biome-ignore lint/suspicious/noExplicitAny: jobs differ in their arguments; `Thread.run` checks them.
export type Jobs = Record<string, (...parts: any[]) => unknown>

export type Job = { id: number; kind: string; parts: readonly unknown[] }
export type Answer = { id: number; result: unknown } | { id: number; error: unknown }

/** Behind requests. Only Linux gives a thread a priority of its own. */
export const BEHIND_REQUESTS = 10

/**
 * For a thread's own module: does the jobs of `openThread` one after another.
 * @param niceness as of processes; the server's own where not given
 */
export const answerJobs = (jobs: Jobs, niceness?: number): void => {
  if (niceness !== undefined && process.platform === 'linux') setPriority(niceness)
  let last: Promise<void> = Promise.resolve()
  parentPort?.on('message', (job: Job) => {
    last = last.then(async () => parentPort?.postMessage(await answer(job)))
  })

  async function answer({ id, kind, parts }: Job): Promise<Answer> {
    try {
      return { id, result: await jobs[kind]?.(...parts) }
    } catch (error) {
      return { id, error }
    }
  }
}
