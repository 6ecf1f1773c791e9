import { describe, expect, it, vi } from 'vitest'
import {
  createProductSearch,
  ProductSearchError,
  SILENCE_MS,
} from '#src/features/search/engine/product-search.ts'
import type { LocalResult, ToWorker } from '#src/features/search/engine/search-protocol.ts'
import { eventually } from '#tests/support/eventually.ts'
import { workerStandIn } from './worker-stand-in.ts'

/** The page's side, with workers controlled by the test. */

const aPage = () => {
  const clock = aClock()
  const workers: ReturnType<typeof workerStandIn>[] = []
  const troubles: unknown[] = []
  const search = createProductSearch({
    userId: 'user',
    openWorker: () => {
      const standIn = workerStandIn()
      workers.push(standIn)
      return standIn.worker
    },
    after: clock.after,
    now: clock.now,
    onTrouble: (error) => troubles.push(error),
  })
  return {
    search,
    clock,
    troubles,
    workers,
    worker: () => {
      const last = workers.at(-1)
      if (!last) throw new Error('No worker was opened')
      return last
    },
  }
}

/** Time passes only when the test says so. */
const aClock = () => {
  let now = 1_800_000_000_000
  const timers = new Map<object, { at: number; act: () => void }>()
  return {
    now: () => now,
    after: (delayMs: number, act: () => void) => {
      const timer = {}
      timers.set(timer, { at: now + delayMs, act })
      return () => timers.delete(timer)
    },
    advance: (ms: number) => {
      now += ms
      for (const [timer, { at, act }] of timers) if (at <= now && timers.delete(timer)) act()
    },
  }
}

const asked = (text: string) => ({ body: { queryString: text }, priceListId: 'TRADE', customerId: 'KETTLE' })
const result = (total: number): LocalResult => ({ data: [], total, page: 1, pageLength: 24, complete: true })
const idOf = (message: ToWorker | undefined): number => {
  if (message === undefined || message.kind === 'open') throw new Error('Not a request')
  return message.id
}
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof ProductSearchError ? error.code : String(error)),
  )

describe('searching on the device', () => {
  it('starts the user’s worker with the first search, and returns its results', async () => {
    const page = aPage()
    expect(page.workers).toEqual([])
    const found = page.search.search(asked('milk'))
    expect(page.worker().received[0]).toEqual({ kind: 'open', userId: 'user' })
    page.worker().say({ kind: 'found', id: idOf(page.worker().received[1]), result: result(3) })
    expect(await found).toEqual(result(3))
  })

  it('returns only the newest search; earlier ones are superseded', async () => {
    const page = aPage()
    const codes = ['m', 'mi', 'mil'].map((text) => codeOf(page.search.search(asked(text))))
    const other = codeOf(page.search.search(asked('quick add'), 'quick-add'))
    const newest = page.search.search(asked('milk'))
    for (const message of page.worker().received.slice(1))
      page.worker().say({ kind: 'found', id: idOf(message), result: result(idOf(message)) })
    expect(await newest).toEqual(result(5))
    expect(await Promise.all(codes)).toEqual(['superseded', 'superseded', 'superseded'])
    expect(await other).toBe('answered')
  })

  it('reports how many products can be searched, and whether that is all', async () => {
    const page = aPage()
    const heard = vi.fn()
    page.search.subscribe(heard)
    page.search.prepare()
    expect(page.search.state()).toEqual({ status: 'starting' })
    page.worker().say({ kind: 'state', state: { products: 1_000, complete: false } })
    await eventually(() =>
      expect(page.search.state()).toEqual({ status: 'ready', products: 1_000, complete: false }),
    )
    expect(heard).toHaveBeenCalled()
  })

  it('reports a filter that needs the server, and continues', async () => {
    const page = aPage()
    const found = codeOf(page.search.search(asked('milk')))
    page.worker().say({
      kind: 'failed',
      id: idOf(page.worker().received[1]),
      code: 'filter_needs_server',
      message: 'recently_purchased',
    })
    expect(await found).toBe('filter_needs_server')
    expect(page.workers).toHaveLength(1)
  })
})

describe('a worker that crashes', () => {
  it('fails its requests and is restarted', async () => {
    const page = aPage()
    const found = codeOf(page.search.search(asked('milk')))
    page.worker().crash()
    expect(await found).toBe('worker_failed')
    expect(page.workers).toHaveLength(2)
    expect(page.workers[0]?.isTerminated()).toBe(true)
    expect(page.troubles).toHaveLength(1)

    const again = page.search.search(asked('milk'))
    page.worker().say({ kind: 'found', id: idOf(page.worker().received[1]), result: result(1) })
    expect(await again).toEqual(result(1))
  })

  it('is assumed after a long silence, but not while it reports progress', async () => {
    const page = aPage()
    const found = codeOf(page.search.search(asked('milk')))
    page.clock.advance(SILENCE_MS - 1)
    page.worker().say({ kind: 'state', state: { products: 1_000, complete: false } })
    await eventually(() => expect(page.search.state().status).toBe('ready'))
    page.clock.advance(SILENCE_MS - 1)
    expect(page.workers).toHaveLength(1)
    page.clock.advance(1)
    expect(await found).toBe('worker_failed')
    expect(page.workers).toHaveLength(2)
    // The new one has no request, so it may be silent.
    page.clock.advance(10 * SILENCE_MS)
    expect(page.workers).toHaveLength(2)
  })

  it('is replaced if its index failed', async () => {
    const page = aPage()
    const found = codeOf(page.search.search(asked('milk')))
    page.worker().say({
      kind: 'failed',
      id: idOf(page.worker().received[1]),
      code: 'index_failed',
      message: 'The search index lacks chunk 3',
    })
    expect(await found).toBe('index_failed')
    expect(page.workers).toHaveLength(2)
  })

  it('is not replaced if it keeps crashing, until the next search', async () => {
    const page = aPage()
    page.search.prepare()
    for (let death = 0; death < 4; death += 1) page.worker().crash()
    expect(page.workers).toHaveLength(4)
    expect(page.search.state()).toEqual({ status: 'failed' })
    const found = page.search.search(asked('milk'))
    expect(page.workers).toHaveLength(5)
    page.worker().say({ kind: 'found', id: idOf(page.worker().received[1]), result: result(2) })
    expect(await found).toEqual(result(2))
  })

  it('is ignored once it is replaced', async () => {
    const page = aPage()
    const first = codeOf(page.search.search(asked('milk')))
    const [dead] = page.workers
    const id = idOf(dead?.received[1])
    page.worker().crash()
    await first
    const second = page.search.search(asked('milk'))
    dead?.say({ kind: 'found', id: id + 1, result: result(99) })
    page.worker().say({ kind: 'found', id: idOf(page.worker().received[1]), result: result(1) })
    expect(await second).toEqual(result(1))
  })

  it('is closed with the session, after which requests are refused', async () => {
    const page = aPage()
    const found = codeOf(page.search.search(asked('milk')))
    page.search.close()
    expect(await found).toBe('closed')
    expect(await codeOf(page.search.search(asked('milk')))).toBe('closed')
    expect(page.worker().isTerminated()).toBe(true)
  })
})
