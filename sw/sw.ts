import { registerRoute } from 'workbox-routing'
import {
  CHECK_BUILD,
  OUTBOX_REMAINS,
  OUTBOX_SYNC_TAG,
  RELOAD_HOLD_LOCK,
  type WorkerReply,
} from '#domain/worker-messages.ts'
import { isNewerBuildThere } from '#src/api/build-check.ts'
import { CURRENT, readSessionRows } from '#src/store/device/session-rows.ts'
import { createPictureKeeper } from '#src/store/picture-cache.ts'
import { drainForWorker } from '#src/sync/worker.ts'
import { createErrorLog } from './error-log.ts'
import { answerPicture, isPicture } from './pictures.ts'
import { openNotified, renewSubscription, showPush } from './push.ts'
import { isSharedList, receiveSharedList } from './shared-list.ts'
import { serveShell } from './shell.ts'

// Keeps the app's files and products' pictures on the device, checks hourly for a newer build, sends the outbox on reconnection,
// receives what other apps share and shows notifications. Never answers API calls.

declare const __BUILD_ID__: string
/** The build replaces `self.__WB_MANIFEST`, spelt exactly so, with the file list. */
declare const self: ServiceWorkerGlobalScope

const errors = createErrorLog({ buildId: __BUILD_ID__, caches, now: () => new Date() })

serveShell(self.__WB_MANIFEST, errors)

const onTrouble = (error: unknown) => errors.report('shared_list_not_kept', error)
registerRoute(isSharedList, ({ request }) => receiveSharedList(request, { caches, onTrouble }), 'POST')

const keeper = createPictureKeeper({
  caches,
  onTrouble: (error) => errors.report('picture_not_kept', error),
})
registerRoute(isPicture, ({ request, event }) =>
  answerPicture(request, {
    keeper,
    fetch: (asked) => fetch(asked),
    waitUntil: (work) => event.waitUntil(work),
  }),
)

self.addEventListener('message', (event) => {
  // Nothing else makes a waiting worker replace the previous build's.
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (event.data?.type === CHECK_BUILD.type) event.waitUntil(answer(event.ports[0]))
})

async function answer(page: MessagePort | undefined): Promise<void> {
  page?.postMessage({ buildId: __BUILD_ID__, errors: await errors.take() } satisfies WorkerReply)
  try {
    const isNewer = await isNewerBuildThere({
      buildId: __BUILD_ID__,
      fetchFile: fetch,
      nowMs: Date.now(),
      memory,
    })
    // Its worker waits with all files; pages see it and offer it.
    if (isNewer) await self.registration.update()
  } catch (error) {
    await errors.report('build_check_failed', error)
  }
}

const MEMORY = 'trolly-worker-memory'
const memory = {
  read: async () => (await (await caches.open(MEMORY)).match('/build-checked-at'))?.json(),
  write: async (atMs: number) => (await caches.open(MEMORY)).put('/build-checked-at', Response.json(atMs)),
}

/** Background Sync exists in Chromium only, and not in TypeScript's library. */
type SyncEvent = ExtendableEvent & { readonly tag: string }

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === OUTBOX_SYNC_TAG) sync.waitUntil(sendOutbox())
})

/** A rejection makes the browser retry at growing intervals, three times at most; the next page to open sends the rest. */
async function sendOutbox(): Promise<void> {
  try {
    await navigator.locks.request(RELOAD_HOLD_LOCK, { mode: 'shared' }, drainForWorker)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === OUTBOX_REMAINS) errors.ignore(error)
    else await errors.report('background_sync_failed', error)
    throw error
  }
}

const { registration, clients, location } = self
const { origin } = location

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data, { registration, origin })))
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotified(event.notification, { clients, origin })),
)
self.addEventListener('pushsubscriptionchange', (event) => {
  const renewal = renewSubscription({
    registration,
    session: async () => (await readSessionRows(indexedDB))?.find(({ name }) => name === CURRENT),
    fetch: (path, init) => fetch(path, init),
  })
  const reported = renewal.catch((error) => errors.report('push_not_renewed', error))
  ;(event as ExtendableEvent).waitUntil(reported)
})

self.addEventListener('error', (event) => void errors.report('worker_error', event.error ?? event.message))
self.addEventListener('unhandledrejection', (event) => void errors.report('worker_rejection', event.reason))
