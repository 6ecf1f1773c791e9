import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { ReportError } from './error-reporter.ts'
import { NOT_THE_PAGE } from './navigation.ts'
import { worker } from './scope.ts'

/** Chunks of the build before this one, for tabs that still run it. */
const PREVIOUS_BUILD_CACHE = 'trolly-previous-build'

/**
 * Keeps the page and every chunk on the device and answers with them: each address of the app is the same page, so a
 * deep link opens without signal. Only its own files: nothing of the API is kept here.
 */
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
    // What was fetched before an interruption is kept: the next attempt goes on from there.
    precache.install(event).catch((error: unknown) => {
      // A signal that is lost meanwhile is no fault. That there is one may be untrue; that there is none is not.
      if (navigator.onLine) void report('install_failed', error)
    })
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(
      keepPreviousBuild(precache)
        .catch((error: unknown) => report('previous_build_not_kept', error))
        .then(() => precache.activate(event))
        // A first visit that loses its signal must find the routes it has not opened yet.
        .then(() => worker.clients.claim()),
    )
  })
}

/**
 * Sets aside the chunks that only the build before this one has. A tab that was not reloaded (it has an edit open)
 * goes on with that build, and its routes must open although the server no longer has them.
 */
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
