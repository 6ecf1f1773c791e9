import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { ErrorLog } from './error-log.ts'
import { kept, NOT_THE_PAGE } from './navigation.ts'

declare const self: ServiceWorkerGlobalScope

const PREVIOUS_BUILD_CACHE = 'trolly-previous-build'

/**
 * Serves the page and every chunk from the device, so that deep links open offline. Never caches the API. Uses the controller
 * itself, as `precacheAndRoute` deletes the previous build's chunks before they can be copied.
 */
export function serveShell(files: (PrecacheEntry | string)[], errors: ErrorLog): void {
  const precache = new PrecacheController({
    plugins: [{ cacheWillUpdate: async (fetched) => kept(fetched) }],
  })
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
  self.addEventListener('install', (event) => {
    // Files fetched before an interruption stay for the next attempt.
    precache.install(event).catch((error: unknown) => {
      // Losing the connection is no fault. Only a false `onLine` is reliable.
      if (navigator.onLine) void errors.report('install_failed', error)
      else errors.ignore(error)
    })
  })
  self.addEventListener('activate', (event) => {
    const activate = async () => {
      await keepPreviousBuild(precache).catch((error) => errors.report('previous_build_not_kept', error))
      await precache.activate(event)
      // A first visit must reach unopened routes offline.
      await self.clients.claim()
    }
    event.waitUntil(activate())
  })
}

/** Keeps the previous build's chunks for tabs that still run it, as the server has dropped them. */
async function keepPreviousBuild(precache: PrecacheController): Promise<void> {
  const current = new Set(precache.getURLsToCacheKeys().values())
  const cached = await caches.open(precache.strategy.cacheName)
  await caches.delete(PREVIOUS_BUILD_CACHE)
  const previous = await caches.open(PREVIOUS_BUILD_CACHE)
  for (const request of await cached.keys()) {
    const reply = current.has(request.url) ? undefined : await cached.match(request)
    if (reply) await previous.put(request, reply)
  }
}
