import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { ReportError } from './error-reporter.ts'
import { NOT_THE_PAGE } from './navigation.ts'
import { worker } from './scope.ts'

const PREVIOUS_BUILD_CACHE = 'trolly-previous-build'

/** Serves the page and every chunk from the device, so that deep links open offline. Never caches the API. */
export function serveShell({
  files,
  report,
}: {
  files: (PrecacheEntry | string)[]
  report: ReportError
}): void {
  const precache = new PrecacheController()
  precache.addToCacheList(files)

  registerRoute(new PrecacheRoute(precache))
  registerRoute(
    new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_PAGE }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) =>
      (await caches.match(request, { cacheName: PREVIOUS_BUILD_CACHE })) ?? fetch(request),
  )

  worker.addEventListener('install', (event) => {
    // Files fetched before an interruption stay for the next attempt.
    precache.install(event).catch((error: unknown) => {
      // Losing the connection is no fault. Only a false `onLine` is reliable.
      if (navigator.onLine) void report('install_failed', error)
    })
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(
      keepPreviousBuild(precache)
        .catch((error: unknown) => report('previous_build_not_kept', error))
        .then(() => precache.activate(event))
        // A first visit must reach unopened routes offline.
        .then(() => worker.clients.claim()),
    )
  })
}

/** Keeps the previous build's chunks for tabs that still run it, as the server has dropped them. */
async function keepPreviousBuild(precache: PrecacheController): Promise<void> {
  const current = new Set(precache.getURLsToCacheKeys().values())
  const cached = await caches.open(precache.strategy.cacheName)
  const outdated = (await cached.keys()).filter(
    ({ url }) => !current.has(url) && new URL(url).pathname.startsWith('/assets/'),
  )
  await caches.delete(PREVIOUS_BUILD_CACHE)
  if (outdated.length === 0) return
  const previous = await caches.open(PREVIOUS_BUILD_CACHE)
  for (const request of outdated) {
    const reply = await cached.match(request)
    if (reply) await previous.put(request, reply)
  }
}
