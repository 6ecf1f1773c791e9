import { afterEach, expect, test, vi } from 'vitest'
import { canReload } from '#src/api/can-reload.ts'

const PAGE = `<html><head>
  <script type="module" src="/assets/entry-1.js"></script>
  <link rel="modulepreload" href="/assets/shared-2.js"><link rel="stylesheet" href="/assets/entry-3.css">
  <link rel="icon" href="/icons/trolly.svg"></head></html>`
const FILES = ['/assets/entry-1.js', '/assets/shared-2.js', '/assets/entry-3.css']

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A browser with a worker, and the files that it has left. */
const withFiles = (files: readonly string[], page: string | null = PAGE) => {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true })
  const match = async (path: string) =>
    path === '/index.html'
      ? page === null
        ? undefined
        : new Response(page)
      : files.includes(path)
        ? new Response()
        : undefined
  vi.stubGlobal('caches', { match })
}
const server = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())
const offline = () => {
  throw new TypeError('Failed to fetch')
}

test('a page whose files are all on the device is reloaded without a connection', async () => {
  withFiles(FILES)
  server(offline)
  expect(await canReload()).toBe(true)
})

test.each([
  ['everything', [], null],
  ['a script', FILES.slice(1), PAGE],
])('not offline once the browser has evicted %s; a server is enough', async (_, files, page) => {
  withFiles(files, page)
  server(offline)
  expect(await canReload()).toBe(false)
  server(() => new Response('{"id":"b2","builtAt":""}'))
  expect(await canReload()).toBe(true)
})

test('a portal is no server', async () => {
  server(() => new Response('<!doctype html>Hotel Wi-Fi'))
  expect(await canReload()).toBe(false)
})
