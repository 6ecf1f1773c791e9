import { describe, expect, it } from 'vitest'
import { checkBuild, createBuildWatch } from '#src/api/build-check.ts'

const hourMs = 36e5
const marker = { id: 'new1', builtAt: '2026-01-02T03:04:05.000Z' }
const files = {
  '/builds/latest.json': JSON.stringify(marker),
  '/builds/meta/new1.json': JSON.stringify({ ...marker, version: '1.2.3', chunks: [] }),
}

describe('comparing builds', () => {
  it('recognises its own build as the server’s current one', async () => {
    expect(await checkBuild('new1', serve(files))).toEqual({ kind: 'current', id: 'new1' })
  })

  it('reports a newer build', async () => {
    expect(await checkBuild('old1', serve(files))).toEqual({
      kind: 'newer',
      build: { ...marker, version: '1.2.3' },
    })
  })

  it('bypasses the HTTP cache', async () => {
    const asked: RequestInit[] = []
    await checkBuild('old1', (path, init) => {
      asked.push(init)
      return serve(files)(path)
    })
    expect(asked.map(({ cache }) => cache)).toEqual(['no-store', 'no-store'])
  })

  it('does not announce a build whose record is missing', async () => {
    const halfDeployed = { '/builds/latest.json': files['/builds/latest.json'] }
    expect(await checkBuild('old1', serve(halfDeployed))).toEqual({
      kind: 'unknown',
      code: 'build_record_missing',
    })
  })

  it('does not announce a build with another build’s record', async () => {
    const mixed = {
      ...files,
      '/builds/meta/new1.json': JSON.stringify({ ...marker, id: 'other', version: '1' }),
    }
    expect(await checkBuild('old1', serve(mixed))).toEqual({ kind: 'unknown', code: 'build_record_missing' })
  })

  it.each([
    ['a missing file', serve({}), 'build_marker_missing'],
    [
      'a page instead of the file',
      serve({ '/builds/latest.json': '<!doctype html>' }),
      'build_marker_invalid',
    ],
    ['JSON of another shape', serve({ '/builds/latest.json': '[]' }), 'build_marker_invalid'],
    ['null', serve({ '/builds/latest.json': 'null' }), 'build_marker_invalid'],
    [
      'an id that leads out of its folder',
      serve({ '/builds/latest.json': JSON.stringify({ ...marker, id: '../../api/x' }) }),
      'build_marker_invalid',
    ],
    ['no network', async () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
    ['a server that is starting', async () => new Response('', { status: 503 }), 'unreachable'],
    ['a reply cut short', async () => new Response(brokenStream()), 'unreachable'],
  ])('learns nothing from %s, and says why', async (_, fetchFile, code) => {
    expect(await checkBuild('old1', fetchFile)).toEqual({ kind: 'unknown', code })
  })
})

describe('the hourly check', () => {
  it('compares the first time, then again only after an hour', async () => {
    const { watch, advance, fetched } = startWatch()
    expect(await watch.check({ onDemand: false })).toEqual({ kind: 'current', id: 'new1' })
    advance(hourMs - 1)
    expect(await watch.check({ onDemand: false })).toBeUndefined()
    advance(1)
    expect(await watch.check({ onDemand: false })).toEqual({ kind: 'current', id: 'new1' })
    expect(fetched()).toBe(2)
  })

  it('compares at once on demand', async () => {
    const { watch, fetched } = startWatch()
    await watch.check({ onDemand: false })
    expect(await watch.check({ onDemand: true })).toEqual({ kind: 'current', id: 'new1' })
    expect(fetched()).toBe(2)
  })

  it('remembers the hour after the worker ends', async () => {
    const first = startWatch()
    await first.watch.check({ onDemand: false })
    const restarted = startWatch({ checkedAtMs: first.checkedAtMs() })
    expect(await restarted.watch.check({ onDemand: false })).toBeUndefined()
  })

  it('stays due while the server is unreachable', async () => {
    let online = false
    const { watch } = startWatch({
      fetchFile: (path) => (online ? serve(files)(path) : Promise.reject(new TypeError('offline'))),
    })
    expect(await watch.check({ onDemand: false })).toEqual({ kind: 'unknown', code: 'unreachable' })
    online = true
    expect(await watch.check({ onDemand: false })).toEqual({ kind: 'current', id: 'new1' })
  })

  it('waits an hour after a faulty reply, so that a broken server is not asked constantly', async () => {
    const { watch } = startWatch({ fetchFile: serve({}) })
    expect(await watch.check({ onDemand: false })).toEqual({ kind: 'unknown', code: 'build_marker_missing' })
    expect(await watch.check({ onDemand: false })).toBeUndefined()
  })

  it('is due after the clock was set back', async () => {
    const { watch, advance } = startWatch()
    await watch.check({ onDemand: false })
    advance(-24 * hourMs)
    expect(await watch.check({ onDemand: false })).toEqual({ kind: 'current', id: 'new1' })
  })

  it('answers several tabs at once with one comparison', async () => {
    const { watch, fetched } = startWatch()
    const outcomes = await Promise.all([1, 2, 3].map(() => watch.check({ onDemand: true })))
    expect(outcomes).toEqual(Array(3).fill({ kind: 'current', id: 'new1' }))
    expect(fetched()).toBe(1)
  })
})

function startWatch(given: { checkedAtMs?: number | undefined; fetchFile?: ReturnType<typeof serve> } = {}) {
  let nowMs = Date.UTC(2026, 0, 2)
  let checkedAtMs = given.checkedAtMs
  let markersFetched = 0
  const fetchFile = given.fetchFile ?? serve(files)
  const watch = createBuildWatch({
    buildId: 'new1',
    fetchFile: (path) => {
      if (path === '/builds/latest.json') markersFetched += 1
      return fetchFile(path)
    },
    nowMs: () => nowMs,
    memory: {
      read: async () => checkedAtMs,
      write: async (atMs) => {
        checkedAtMs = atMs
      },
    },
  })
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { watch, advance, fetched: () => markersFetched, checkedAtMs: () => checkedAtMs }
}

function serve(content: Record<string, string>) {
  return async (path: string): Promise<Response> =>
    path in content ? new Response(content[path]) : new Response('Not found', { status: 404 })
}

const brokenStream = () =>
  new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network error')),
  })
