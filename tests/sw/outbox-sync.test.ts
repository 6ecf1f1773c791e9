import { describe, expect, it } from 'vitest'
import { OUTBOX_REMAINS } from '#domain/worker-messages.ts'
import { createOutboxSync } from '#sw/outbox-sync.ts'

describe('sending the outbox in the background', () => {
  it('succeeds when everything was sent', async () => {
    const worker = startWorker(async () => {})
    await expect(worker.send()).resolves.toBeUndefined()
    expect(worker.reported).toEqual([])
  })

  it('rejects if something remains, so that the browser retries, without reporting a fault', async () => {
    const left = Object.assign(new Error('2 left'), { code: OUTBOX_REMAINS })
    const worker = startWorker(() => Promise.reject(left))
    await expect(worker.send()).rejects.toBe(left)
    expect([worker.reported, worker.dealtWith]).toEqual([[], [left]])
  })

  it('reports any other fault, and rejects too', async () => {
    const fault = new Error('database closed')
    const worker = startWorker(() => Promise.reject(fault))
    await expect(worker.send()).rejects.toBe(fault)
    expect(worker.reported).toEqual([['background_sync_failed', fault]])
  })

  it('runs while the current build is held', async () => {
    const order: string[] = []
    const worker = startWorker(
      async () => void order.push('drain'),
      async (drain) => {
        order.push('hold')
        await drain()
        order.push('release')
      },
    )
    await worker.send()
    expect(order).toEqual(['hold', 'drain', 'release'])
  })
})

function startWorker(
  drain: () => Promise<void>,
  holdReload: (drain: () => Promise<void>) => Promise<void> = (run) => run(),
) {
  const reported: [string, unknown][] = []
  const dealtWith: unknown[] = []
  const send = createOutboxSync({
    drain,
    holdReload,
    report: async (code, error) => void reported.push([code, error]),
    dealWith: (error) => dealtWith.push(error),
  })
  return { send, reported, dealtWith }
}
