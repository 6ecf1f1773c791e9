import { describe, expect, it } from 'vitest'
import { OUTBOX_REMAINS } from '#domain/worker-messages.ts'
import { createOutboxSync } from '#sw/outbox-sync.ts'

describe('sending the outbox in the background', () => {
  it('is done when all was sent', async () => {
    const worker = startWorker(async () => {})
    await expect(worker.send()).resolves.toBeUndefined()
    expect(worker.reported).toEqual([])
  })

  it('rejects when something is left, so that the browser tries again, and calls that no fault', async () => {
    const left = Object.assign(new Error('2 left'), { code: OUTBOX_REMAINS })
    const worker = startWorker(() => Promise.reject(left))
    await expect(worker.send()).rejects.toBe(left)
    expect([worker.reported, worker.dealtWith]).toEqual([[], [left]])
  })

  it('reports anything else that goes wrong, and rejects all the same', async () => {
    const fault = new Error('database closed')
    const worker = startWorker(() => Promise.reject(fault))
    await expect(worker.send()).rejects.toBe(fault)
    expect(worker.reported).toEqual([['background_sync_failed', fault]])
  })

  it('happens while the running build is held', async () => {
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
