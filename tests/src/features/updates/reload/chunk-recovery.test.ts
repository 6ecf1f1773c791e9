import { describe, expect, it } from 'vitest'
import { ChunkLoadError, createChunkRecovery } from '#src/features/updates/reload/chunk-recovery.ts'
import { createReloadLocks } from '#src/features/updates/reload/reload-locks.ts'

const notFound = new TypeError('Failed to fetch dynamically imported module')

describe('a chunk that fails to load', () => {
  it('fetches the newest build and reloads, without the failure reaching the caller', async () => {
    const page = openPage()
    const outcome = await page.recover()
    expect(page.log).toEqual(['take newest build', 'reload'])
    expect(outcome).toBe('still waiting')
  })

  it('becomes an error once the guard refuses another reload', async () => {
    const page = openPage({ guard: 'refused' })
    const outcome = await page.recover()
    expect(outcome).toBeInstanceOf(ChunkLoadError)
    expect(outcome).toMatchObject({ code: 'chunk_load_failed', cause: notFound })
  })

  it('can be retried after an error', async () => {
    const page = openPage({ guard: 'refused' })
    await page.recover()
    await page.recover()
    expect(page.log).toEqual(['take newest build', 'reload', 'take newest build', 'reload'])
  })

  it('never reloads during an open edit', async () => {
    const page = openPage()
    page.locks.hold('edit')
    expect(await page.recover()).toBeInstanceOf(ChunkLoadError)
    expect(page.log).toEqual([])
  })

  it('never reloads an edit started while the newest build was fetched', async () => {
    const page = openPage({ whileFetching: (locks) => locks.hold('edit') })
    expect(await page.recover()).toBeInstanceOf(ChunkLoadError)
    expect(page.log).toEqual(['take newest build'])
  })

  it('does not reload if neither a worker nor the server would answer', async () => {
    const page = openPage({ canReload: false })
    expect(await page.recover()).toBeInstanceOf(ChunkLoadError)
    expect(page.log).toEqual([])
  })

  it('reloads once if several fail together', async () => {
    const page = openPage()
    expect(await Promise.all([page.recover(), page.recover(), page.recover()])).toEqual(
      Array(3).fill('still waiting'),
    )
    expect(page.log).toEqual(['take newest build', 'reload'])
  })
})

type PageSettings = {
  guard?: 'refused'
  canReload?: boolean
  whileFetching?: (locks: ReturnType<typeof createReloadLocks>) => void
}

function openPage({ guard, canReload = true, whileFetching }: PageSettings = {}) {
  const locks = createReloadLocks()
  const log: string[] = []
  const recovery = createChunkRecovery({
    reloadLocks: locks,
    canReload: async () => canReload,
    takeNewestBuild: async () => {
      log.push('take newest build')
      whileFetching?.(locks)
    },
    reload: () => {
      log.push('reload')
      return guard ?? 'reloaded'
    },
  })
  const recover = (): Promise<unknown> =>
    Promise.race([
      recovery.recover(notFound).catch((error: unknown) => error),
      new Promise((resolve) => setTimeout(resolve, 0, 'still waiting')),
    ])
  return { locks, log, recover }
}
