import { describe, expect, it } from 'vitest'
import type { BuildOutcome } from '#domain/builds.ts'
import type { WorkerMessage } from '#domain/worker-messages.ts'
import { createBuildAnnouncer } from '#sw/build-announcer.ts'

const newer: BuildOutcome = {
  kind: 'newer',
  build: { id: 'new1', builtAt: '2026-01-02T00:00:00Z', version: '1' },
}

describe('the worker’s build check', () => {
  it('reports a newer build to every page', async () => {
    const worker = startWorker(newer)
    await worker.check({ onDemand: false })
    expect(worker.told).toEqual([{ type: 'BUILD_CHECKED', outcome: newer }])
    expect(worker.reported).toEqual([])
  })

  it('reports nothing if no check was due', async () => {
    const worker = startWorker(undefined)
    await worker.check({ onDemand: false })
    expect(worker.told).toEqual([])
  })

  it('reports a faulty server, but not a missing connection', async () => {
    const faulty = startWorker({ kind: 'unknown', code: 'build_marker_invalid' })
    await faulty.check({ onDemand: false })
    expect(faulty.reported).toEqual(['build_marker_invalid'])
    const cellar = startWorker({ kind: 'unknown', code: 'unreachable' })
    await cellar.check({ onDemand: false })
    expect(cellar.reported).toEqual([])
  })
})

function startWorker(outcome: BuildOutcome | undefined) {
  const told: WorkerMessage[] = []
  const reported: string[] = []
  const announcer = createBuildAnnouncer({
    watch: { check: async () => outcome },
    tellPages: async (message) => told.push(message),
    report: async (code) => void reported.push(code),
  })
  return { ...announcer, told, reported }
}
