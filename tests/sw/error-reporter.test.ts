import { describe, expect, it } from 'vitest'
import type { WorkerError, WorkerMessage } from '#domain/worker-messages.ts'
import { createErrorReporter } from '#sw/error-reporter.ts'
import { memoryNotebook } from './memory-notebook.ts'

describe('an error in the worker', () => {
  it('is logged, and reported to open pages', async () => {
    const worker = startWorker({ pages: 1 })
    await worker.report('install_failed', new TypeError('Failed to fetch'))
    const described = {
      code: 'install_failed',
      message: 'Failed to fetch',
      buildId: 'b1',
      at: '2026-01-02T00:00:00.000Z',
    }
    expect(worker.logged).toEqual([{ ...described, stack: expect.stringContaining('TypeError') }])
    expect(worker.told).toEqual([{ type: 'WORKER_ERRORS', errors: worker.logged }])
  })

  it('that is not an Error is reported by its text', async () => {
    const worker = startWorker({ pages: 1 })
    await worker.report('worker_rejection', 'a string')
    expect(worker.logged).toMatchObject([{ message: 'a string' }])
  })

  it('is reported once, although the browser also raises an unhandled rejection', async () => {
    const worker = startWorker({ pages: 1 })
    const error = new Error('database closed')
    await worker.report('background_sync_failed', error)
    await worker.report('worker_rejection', error)
    expect(worker.toldCodes()).toEqual(['background_sync_failed'])
  })

  it('that has been dealt with is not reported', async () => {
    const worker = startWorker({ pages: 1 })
    const left = new Error('2 left')
    worker.dealWith(left)
    await worker.report('worker_rejection', left)
    expect([worker.logged, worker.told]).toEqual([[], []])
  })

  it('without an open page is stored for the next one, even after the worker ends', async () => {
    const overnight = startWorker({ pages: 0 })
    await Promise.all([overnight.report('first', new Error('1')), overnight.report('second', new Error('2'))])
    const morning = startWorker({ pages: 1, notebook: overnight.notebook })
    await morning.handOver()
    expect(morning.toldCodes()).toEqual(['first', 'second'])
    await morning.handOver()
    expect(morning.told).toHaveLength(1)
  })

  it('stays stored if the page that asked has closed', async () => {
    const overnight = startWorker({ pages: 0 })
    await overnight.report('first', new Error('1'))
    await overnight.handOver()
    const morning = startWorker({ pages: 1, notebook: overnight.notebook })
    await morning.handOver()
    expect(morning.toldCodes()).toEqual(['first'])
  })

  it('is one of at most twenty stored, the latest ones', async () => {
    const overnight = startWorker({ pages: 0 })
    for (let nth = 1; nth <= 25; nth += 1) await overnight.report(`error_${nth}`, new Error())
    const morning = startWorker({ pages: 1, notebook: overnight.notebook })
    await morning.handOver()
    expect(morning.toldCodes()).toHaveLength(20)
    expect(morning.toldCodes().at(-1)).toBe('error_25')
  })

  it('that cannot be stored is logged, together with the reason', async () => {
    const full = {
      ...memoryNotebook(),
      write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    }
    const worker = startWorker({ pages: 0, notebook: full })
    await worker.report('first', new Error('1'))
    expect(worker.logged.map(({ code }) => code)).toEqual(['first', 'worker_report_failed'])
  })
})

function startWorker({
  pages,
  notebook = memoryNotebook(),
}: {
  pages: number
  notebook?: ReturnType<typeof memoryNotebook>
}) {
  const logged: WorkerError[] = []
  const told: WorkerMessage[] = []
  const reporter = createErrorReporter({
    buildId: 'b1',
    notebook,
    now: () => new Date('2026-01-02'),
    tellPages: async (message) => {
      if (pages > 0) told.push(message)
      return pages
    },
    log: (error) => logged.push(error),
  })
  const toldCodes = () =>
    told.flatMap((message) =>
      message.type === 'WORKER_ERRORS' ? message.errors.map(({ code }) => code) : [],
    )
  return { ...reporter, notebook, logged, told, toldCodes }
}
