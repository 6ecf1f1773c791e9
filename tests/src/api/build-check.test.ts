import { describe, expect, it } from 'vitest'
import { isNewerBuildThere } from '#src/api/build-check.ts'

const hourMs = 36e5
const marker = { id: 'new1', builtAt: '2026-01-02T03:04:05.000Z' }
const files = {
  '/builds/latest.json': JSON.stringify(marker),
  '/builds/meta/new1.json': JSON.stringify({ ...marker, version: '1.2.3', chunks: [] }),
}

describe('comparing builds', () => {
  it('finds a newer build, and not its own', async () => {
    expect(await device({ buildId: 'old1' }).check()).toBe(true)
    expect(await device({ buildId: 'new1' }).check()).toBe(false)
  })

  it('bypasses the HTTP cache', async () => {
    const asked: (RequestCache | undefined)[] = []
    await device({
      fetchFile: (path, { cache }) => {
        asked.push(cache)
        return serve(files)(path)
      },
    }).check()
    expect(asked).toEqual(['no-store', 'no-store'])
  })

  it.each([
    ['a missing marker', {}],
    ['a page instead of the marker', { '/builds/latest.json': '<!doctype html>' }],
    ['null', { '/builds/latest.json': 'null' }],
    ['an id that leads out of its folder', { '/builds/latest.json': '{"id":"../../api/x"}' }],
    ['a build whose record is missing', { ...files, '/builds/meta/new1.json': '' }],
    ['a build with another’s record', { ...files, '/builds/meta/new1.json': '{"id":"other"}' }],
  ])('rejects for %s, and asks the faulty server only an hour later', async (_, content) => {
    const { check, advance } = device({ fetchFile: serve(content) })
    await expect(check()).rejects.toThrow('missing or invalid')
    expect(await check()).toBe(false)
    advance(hourMs)
    await expect(check()).rejects.toThrow('missing or invalid')
  })

  it.each([
    ['there is no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server is starting', async () => new Response('', { status: 503 })],
    [
      'a portal answers with its page',
      async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['the reply is cut short', async () => new Response(brokenStream())],
    [
      'the record cannot be reached',
      async (path: string) =>
        path === '/builds/latest.json' ? serve(files)(path) : new Response('', { status: 503 }),
    ],
  ])('stays due while %s', async (_, unreachable) => {
    let isReached = false
    const { check } = device({ fetchFile: (path) => (isReached ? serve(files) : unreachable)(path) })
    expect(await check()).toBe(false)
    isReached = true
    expect(await check()).toBe(true)
  })
})

describe('the hourly check', () => {
  it('compares the first time, then again only after an hour', async () => {
    const { check, advance } = device()
    expect(await check()).toBe(true)
    advance(hourMs - 1)
    expect(await check()).toBe(false)
    advance(1)
    expect(await check()).toBe(true)
  })

  it('is due after the clock was set back', async () => {
    const { check, advance } = device()
    await check()
    advance(-24 * hourMs)
    expect(await check()).toBe(true)
  })
})

type FetchFile = Parameters<typeof isNewerBuildThere>[0]['fetchFile']

function device({
  buildId = 'old1',
  fetchFile = serve(files),
}: {
  buildId?: string
  fetchFile?: FetchFile
} = {}) {
  let nowMs = Date.UTC(2026, 0, 2)
  let checkedAtMs: number | undefined
  return {
    check: () =>
      isNewerBuildThere({
        buildId,
        fetchFile,
        nowMs,
        memory: {
          read: async () => checkedAtMs,
          write: async (atMs) => {
            checkedAtMs = atMs
          },
        },
      }),
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

function serve(content: Record<string, string>) {
  return async (path: string): Promise<Response> =>
    path in content ? new Response(content[path]) : new Response('Not found', { status: 404 })
}

const brokenStream = () =>
  new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network error')),
  })
