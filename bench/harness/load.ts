import { Client } from 'undici'
import { percentile } from './samples.ts'

/**
 * Callers that each send one request after another over their own connection, as fast as they are answered. They run in this
 * process, so its CPU share is reported separately.
 */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export type Load = {
  calls: number
  ratePerSecond: number
  p50Ms: number
  p99Ms: number
  /** Share of one core that the callers took: 0.2 is a fifth. */
  callersShare: number
  /** Replies by status. */
  statuses: ReadonlyMap<number, number>
}

export type LoadOptions = {
  /** Used by the callers in turn. */
  urls: readonly string[]
  callers: number
  seconds: number
  /** Undefined ends this caller. `turn` counts its calls from 0. */
  call: (caller: number, turn: number) => Call | undefined
  /** Other statuses end the run: a failure must not count as fast. */
  expected?: readonly number[]
  /** Gets the body of every reply; without it bodies are read and dropped. */
  onReply?: (reply: { caller: number; turn: number; status: number; body: string }) => void
}

export const runLoad = async ({
  urls,
  callers,
  seconds,
  call,
  expected = [200],
  onReply,
}: LoadOptions): Promise<Load> => {
  const samples: number[] = []
  const statuses = new Map<number, number>()
  const cpuBefore = process.cpuUsage()
  const begun = performance.now()
  const until = begun + seconds * 1000
  let failure: unknown

  const runCaller = async (caller: number): Promise<void> => {
    const client = new Client(urls[caller % urls.length] ?? '', { pipelining: 1 })
    try {
      for (let turn = 0; performance.now() < until && failure === undefined; turn += 1) {
        const request = call(caller, turn)
        if (request === undefined) return
        const sent = performance.now()
        const { statusCode: status, body } = await client.request(request)
        const text = await body.text()
        samples.push(performance.now() - sent)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!expected.includes(status))
          throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 500)}`)
        onReply?.({ caller, turn, status, body: text })
      }
    } catch (error) {
      failure ??= error
    } finally {
      await client.close()
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => runCaller(caller)))
  if (failure !== undefined) throw failure

  const tookMs = performance.now() - begun
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    calls: samples.length,
    ratePerSecond: (samples.length / tookMs) * 1000,
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
    callersShare: (user + system) / 1000 / tookMs,
    statuses,
  }
}
