import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createErrorLog } from '#sw/error-log.ts'

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

describe('an error in the worker', () => {
  it('is logged, and waits for the next page, even if the worker ends meanwhile', async () => {
    const caches = memoryCaches()
    await openLog(caches).report('install_failed', new TypeError('Failed to fetch'))
    await openLog(caches).report('worker_rejection', 'a string')
    expect(logged).toHaveBeenCalledTimes(2)
    const morning = openLog(caches)
    expect(await morning.take()).toMatchObject([
      { code: 'install_failed', message: 'Failed to fetch', buildId: 'b1', at: '2026-01-02T00:00:00.000Z' },
      { code: 'worker_rejection', message: 'a string' },
    ])
    expect(await morning.take()).toEqual([])
  })

  it('is reported once, although the browser also raises an unhandled rejection', async () => {
    const log = openLog()
    const error = new Error('database closed')
    await log.report('background_sync_failed', error)
    await log.report('worker_rejection', error)
    expect(await log.take()).toMatchObject([{ code: 'background_sync_failed' }])
  })

  it('that is no fault is not reported', async () => {
    const log = openLog()
    const left = new Error('2 left')
    log.ignore(left)
    await log.report('worker_rejection', left)
    expect(await log.take()).toEqual([])
    expect(logged).not.toHaveBeenCalled()
  })

  it('is one of at most twenty kept, the latest ones', async () => {
    const log = openLog()
    for (let nth = 1; nth <= 25; nth += 1) await log.report(`error_${nth}`, new Error())
    const codes = (await log.take()).map(({ code }) => code)
    expect([codes.length, codes.at(-1)]).toEqual([20, 'error_25'])
  })

  it('that cannot be kept is logged, together with the reason', async () => {
    const full = { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    await openLog(full).report('first', new Error('1'))
    expect(logged).toHaveBeenCalledTimes(2)
  })
})

const openLog = (caches: Pick<CacheStorage, 'open'> = memoryCaches()) =>
  createErrorLog({ buildId: 'b1', caches, now: () => new Date('2026-01-02') })

/** One cache. Values pass through JSON, as in a browser's. */
function memoryCaches(): Pick<CacheStorage, 'open'> {
  const replies = new Map<string, Response>()
  const cache = {
    put: async (key: string, reply: Response) => void replies.set(key, reply),
    match: async (key: string) => replies.get(key)?.clone(),
    keys: async () => [...replies.keys()],
    delete: async (key: string) => replies.delete(key),
  }
  return { open: async () => cache as unknown as Cache }
}
