import { describe, expect, it } from 'vitest'
import type { BuildOutcome } from '#domain/builds.ts'
import type { WorkerMessage } from '#domain/worker-messages.ts'
import { createBuildAnnouncer } from '#sw/build-announcer.ts'

const newer: BuildOutcome = {
  kind: 'newer',
  build: { id: 'new1', builtAt: '2026-01-02T00:00:00Z', version: '1' },
}

describe('the build check of the worker', () => {
  it('has the browser fetch a newer worker, and tells every page', async () => {
    const worker = startWorker(newer)
    await worker.check({ onDemand: false })
    expect(worker.told).toEqual([{ type: 'BUILD_CHECKED', outcome: newer }])
    expect(worker.fetched()).toBe(1)
  })

  it('fetches nothing when the build is current', async () => {
    const worker = startWorker({ kind: 'current', id: 'b1' })
    await worker.check({ onDemand: true })
    expect([worker.told.length, worker.fetched(), worker.reported]).toEqual([1, 0, []])
  })

  it('says nothing when no check was due', async () => {
    const worker = startWorker(undefined)
    await worker.check({ onDemand: false })
    expect(worker.told).toEqual([])
  })

  it('reports a faulty server, and takes no signal for nothing', async () => {
    const faulty = startWorker({ kind: 'unknown', code: 'build_marker_invalid' })
    await faulty.check({ onDemand: false })
    expect(faulty.reported).toEqual(['build_marker_invalid'])
    const cellar = startWorker({ kind: 'unknown', code: 'unreachable' })
    await cellar.check({ onDemand: false })
    expect(cellar.reported).toEqual([])
  })

  it('reports a newer worker that cannot be fetched, and goes on', async () => {
    const worker = startWorker(newer, () => Promise.reject(new TypeError('Failed to update')))
    await worker.check({ onDemand: false })
    expect(worker.reported).toEqual(['worker_update_failed'])
  })
})

function startWorker(outcome: BuildOutcome | undefined, fetchNewWorker = () => Promise.resolve()) {
  const told: WorkerMessage[] = []
  const reported: string[] = []
  let fetched = 0
  const announcer = createBuildAnnouncer({
    watch: { check: async () => outcome },
    fetchNewWorker: () => {
      fetched += 1
      return fetchNewWorker()
    },
    tellPages: async (message) => told.push(message),
    report: async (code) => void reported.push(code),
  })
  return { ...announcer, told, reported, fetched: () => fetched }
}
